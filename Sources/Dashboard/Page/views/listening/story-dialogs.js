// Dialogs that add, edit and delete stories and heroes.

import { dialog } from "../../kit/dialog.js";
import { durationOf, durationText, wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { deleteWithUndo, notice } from "../../kit/notice.js";
import { picker } from "../../kit/picker.js";
import { freshKey, part, send } from "../../kit/server.js";
import { heroName, searchHeroes } from "./story-names.js";

/** Edits a story, or adds one if `story` is undefined. */
export const editStory = (story, hero) => dialog(story ? "Edit story" : "Add a story", (close) => {
  const length = durationText(story?.estimatedDuration);
  return form({
    submit: story ? "Save" : "Add story",
    cancel: close,
    draft: story ? undefined : "story",
    fields: [
      field({ label: "Title", name: "title", value: story?.title, required: true, maxlength: 500, dir: "auto" }),
      field({ label: "Length", name: "estimatedDuration", value: length, required: true,
        hint: "Minutes and seconds, such as 25:30." }),
      picker({ label: "Hero", name: "heroId", search: searchHeroes, none: "No hero",
        value: story?.heroId ? [story.heroId, heroName(story.heroId)] : hero }),
    ],
    send: async (values) => {
      const seconds = values.estimatedDuration === length
        ? story?.estimatedDuration : durationOf("estimatedDuration", values.estimatedDuration);
      if (!seconds) throw wrong("estimatedDuration", "The length must be more than zero. Enter it such as 25:30.");
      await send("PUT", `stories/${part(story?.id ?? `story-${freshKey()}`)}`, {
        title: values.title, estimatedDuration: seconds, heroId: values.heroId || null,
      });
      close();
      wrote("catalogue", "listening");
      notice(story ? "Saved." : "Added.");
    },
  });
});

export const deleteStory = (story) => deleteWithUndo(
  `stories/${part(story.id)}`, "Story deleted. Its sessions are kept.", "catalogue", "listening");

export const editHero = (hero) => dialog(hero ? "Rename hero" : "Add a hero", (close) => form({
  submit: hero ? "Save" : "Add hero",
  cancel: close,
  draft: hero ? undefined : "hero",
  fields: field({ label: "Name", name: "name", value: hero?.heroName, required: true, maxlength: 500, dir: "auto" }),
  send: async ({ name }) => {
    await send("PUT", `heroes/${part(hero?.heroId ?? `hero-${freshKey()}`)}`, { name });
    close();
    wrote("catalogue", "listening");
    notice(hero ? "Saved." : "Added.");
  },
}));

export const deleteHero = (hero) => deleteWithUndo(
  `heroes/${part(hero.heroId)}`, "Hero deleted. Its stories are kept without a hero.", "catalogue", "listening");
