// Returns layout problems with text at 200 %: broken names in the navigation, and elements beyond the edge.

document.documentElement.style.fontSize = "200%";
const lines = (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight);
const broken = [...document.querySelectorAll(".places span")].filter((name) => lines(name) > 1.5);
const outside = [...document.querySelectorAll("main :is(h1, h2, h3, p, a, button, input, select)")].filter((element) =>
  !element.closest(".spoken, .scrolls, .heat") && element.getBoundingClientRect().right > innerWidth + 1);
const wide = document.documentElement.scrollWidth - innerWidth;
return [...broken, ...outside].map((element) => element.outerHTML.slice(0, 140))
  .concat(wide > 1 ? [`the page is ${wide} px wider than the screen`] : []);
