// Lengths as people read them: files are in metres.

/** A length with three digits, in millimetres below a metre. */
export function metres(x: number): string {
  const size = Math.abs(x);
  if (size === 0) return "0 mm";
  if (size >= 1) return `${Number(x.toPrecision(4))} m`;
  return size >= 1e-6 ? `${Number((1000 * x).toPrecision(3))} mm` : `${x.toExponential(1)} m`;
}

/** A volume with three digits, in cubic millimetres below a litre. */
function cubic(x: number): string {
  if (x === 0) return "0 mm³";
  return Math.abs(x) >= 1e-3 ? `${Number(x.toPrecision(4))} m³` : `${Number((1e9 * x).toPrecision(3))} mm³`;
}

/** Bounds of a volume; one number where three digits do not distinguish them. */
export function between([lower, upper]: [number, number]): string {
  const [from, to] = [cubic(lower), cubic(upper)];
  return from === to ? from : `${from} to ${to}`;
}

/** The largest of 1, 2, 5 times a power of ten that is no larger. */
export function round(x: number): number {
  const ten = 10 ** Math.floor(Math.log10(x));
  return ([5, 2, 1].find((factor) => factor * ten <= x * (1 + 1e-9)) ?? 1) * ten;
}
