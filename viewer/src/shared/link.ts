// What is shown, in the address: a link to a frame opens at it.

/** The numbers behind `#`: `#frame=12&pair=3`. */
export function linked(key: string): number | null {
  const value = new URLSearchParams(location.hash.slice(1)).get(key);
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

/** Puts numbers into the address, without a new entry of the history. */
export function link(numbers: Record<string, number>): void {
  const text = new URLSearchParams(Object.entries(numbers).map(([key, value]) => [key, `${value}`])).toString();
  history.replaceState(null, "", `#${text}`);
}
