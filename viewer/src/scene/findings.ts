// The pairs of a report that are not as they are to be: a card for each, with a picture of both bodies where they are closest.

import { element } from "../shared/elements";
import { between } from "../shared/units";
import type { Row } from "./data";
import { length } from "./list";

/** Cards with pictures at most: a page of more says less than its list. */
const MOST = 60;

/** Bands of pairs that are as they are to be. */
const KEPT = ["ok", "touching or fit"];

const named = (row: Row): HTMLElement => {
  const names = element("p", "pair");
  names.append(element("span", "a", row.a), " – ", element("span", "b", row.b));
  return names;
};

/** What was found of a pair, and what it is to be. */
function words(row: Row): string {
  const said = [length(row)];
  if (row.expected) said.push(`expected ${row.expected}`);
  if (row.volume) said.push(`${between(row.volume)} in common`);
  return said.join("; ");
}

/**
 * The cards of a report, with the places of their rows; pictures are made by `picture`, one at a time so that the page stays quick. `choose` shows a pair in the view.
 */
export function findings(rows: Row[], choose: (index: number) => void, picture: (row: Row) => string): HTMLElement[] {
  const found = rows.flatMap((row, i) => (row.band && !KEPT.includes(row.band) ? [{ row, i }] : []));
  if (found.length === 0) return [];
  const cards = element("div", "cards");
  const waiting = found.slice(0, MOST).map(({ row, i }) => {
    const card = element("figure", "card") as HTMLElement;
    const image = document.createElement("img");
    image.alt = `${row.a} and ${row.b} where they are closest: ${row.band}, ${length(row)}`;
    [image.width, image.height] = PICTURE;
    const caption = element("figcaption", "");
    caption.append(element("span", `band ${row.band!.replaceAll(" ", "-")}`, row.band), named(row), element("p", "words", words(row)));
    card.append(image, caption);
    card.tabIndex = 0;
    card.addEventListener("click", () => choose(i));
    card.addEventListener("keydown", (event) => event.key === "Enter" && choose(i));
    cards.append(card);
    return () => (image.src = picture(row));
  });
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setTimeout(next);
  };
  setTimeout(next);
  const title = found.length === 1 ? "1 finding" : `${found.length} findings`;
  const made = [element("h2", "", title), cards];
  if (found.length > MOST) made.push(element("p", "more", `and ${found.length - MOST} more, in the list above`));
  return made;
}

/** Pixels of a picture. */
export const PICTURE: [number, number] = [480, 320];
