// Pieces of the page beside the view.

export const SVG = "http://www.w3.org/2000/svg";

/** A number with some digits behind the point, or with an exponent where these would not show it. */
export function short(x: number, digits = 6): string {
  if (x === 0) return "0";
  const magnitude = Math.abs(x);
  return magnitude >= 10 ** (1 - digits) && magnitude < 1e4 ? x.toFixed(digits) : x.toExponential(2);
}

export function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

export function row(label: string, value: string, kind = ""): HTMLElement {
  const made = element("div", `row ${kind}`);
  made.append(element("span", "label", label), element("span", "value", value));
  return made;
}

export function drawn(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, `${value}`);
  return made;
}
