// The values of a sweep as text, as `components/controls/values.py` reads them: "0.1, 0.25" and "0.2 to 1.8 step 0.2".

const NUMBER = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?";
const ONE = new RegExp("^" + NUMBER + "$");
const RANGE = new RegExp(
  "^(" + NUMBER + ")\\s*(?:to|\\.\\.|–)\\s*(" + NUMBER + ")\\s*(?:step|by)\\s*(" + NUMBER + ")$",
);
export const MOST = 60;

/** @param {number} value */
const tidy = (value) => Number(value.toPrecision(12));
/** @param {number[]} values */
const tidied = (values) => Array.from(new Set(values.map(tidy))).sort((one, other) => one - other);

/** @type {(text: string) => number[] | null} */
function part(text) {
  if (ONE.test(text)) return [Number(text)];
  const found = RANGE.exec(text);
  if (!found) return null;
  const [first, last, step] = found.slice(1).map(Number);
  if (!(step > 0) || (last - first) / step > MOST) return null;
  const count = Math.floor((last - first) / step + 1e-9) + 1;
  return Array.from({ length: Math.max(0, count) }, (none, n) => first + n * step);
}

// Ascending, none twice; null for what the server would refuse.
/** @type {(text: unknown) => number[] | null} */
export function read(text) {
  const parts = String(text)
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map(part);
  const known = parts.filter((one) => one !== null);
  if (!parts.length || known.length < parts.length) return null;
  const values = tidied(known.flat());
  return values.length && values.length <= MOST ? values : null;
}

/** @param {number[]} values */
export const write = (values) => tidied(values).join(", ");
