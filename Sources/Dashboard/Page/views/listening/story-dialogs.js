// Dialogs that add, edit and delete stories and heroes.

import { deleteWithUndo } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { durationOf, durationText, wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { picker } from "../../kit/picker.js";
import { freshKey, part, send } from "../../kit/server.js";
import { heroName, searchHeroes } from "./story-names.js";

/** Edits a story, or adds one if `story` is undefined. */
export const editStory = (story, hero) => dialog(story ? t("Edit story") : t("Add a story"), (close) => {
  const length = durationText(story?.estimatedDuration);
  return form({
    submit: story ? t("Save") : t("Add story"),
    cancel: close,
    draft: story ? undefined : "story",
    fields: [
      field({ label: t("Title"), name: "title", value: story?.title, required: true, maxlength: 500, dir: "auto" }),
      field({ label: t("Length"), name: "estimatedDuration", value: length, required: true,
        hint: t("Minutes and seconds, such as 25:30.") }),
      picker({ label: t("Hero"), name: "heroId", search: searchHeroes, none: t("No hero"),
        value: story?.heroId ? [story.heroId, heroName(story.heroId)] : hero }),
    ],
    send: async (values) => {
      const seconds = values.estimatedDuration === length
        ? story?.estimatedDuration : durationOf("estimatedDuration", values.estimatedDuration);
      if (!seconds) {
        throw wrong("estimatedDuration", t("The length must be more than zero. Enter it such as 25:30."));
      }
      await send("PUT", `stories/${part(story?.id ?? `story-${freshKey()}`)}`, {
        title: values.title, estimatedDuration: seconds, heroId: values.heroId || null,
      });
      close();
      wrote("catalogue", "listening");
      notice(story ? t("Saved.") : t("Added."));
    },
  });
});

export const deleteStory = (story) => deleteWithUndo(
  `stories/${part(story.id)}`, t("Story deleted. Its sessions are kept."), "catalogue", "listening");

export const editHero = (hero) => dialog(hero ? t("Rename hero") : t("Add a hero"), (close) => form({
  submit: hero ? t("Save") : t("Add hero"),
  cancel: close,
  draft: hero ? undefined : "hero",
  fields: field({ label: t("Name"), name: "name", value: hero?.heroName, required: true, maxlength: 500, dir: "auto" }),
  send: async ({ name }) => {
    await send("PUT", `heroes/${part(hero?.heroId ?? `hero-${freshKey()}`)}`, { name });
    close();
    wrote("catalogue", "listening");
    notice(hero ? t("Saved.") : t("Added."));
  },
}));

export const deleteHero = (hero) => deleteWithUndo(
  `heroes/${part(hero.heroId)}`, t("Hero deleted. Its stories are kept without a hero."), "catalogue", "listening");
