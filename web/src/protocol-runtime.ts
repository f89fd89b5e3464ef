/**
 * The checks of single values that the generated guards in `protocol/` are made of.
 *
 * Imported there as `is`: `is.string(value.title)`. Each takes unknown JSON and never throws.
 */

/** A JSON object whose fields are not checked yet. */
export type Fields = Record<string, unknown>;

/** Whether a value is an object: neither a list nor `null`. */
export function object(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function string(value: unknown): value is string {
  return typeof value === 'string';
}

export function boolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Whether a value is a finite number within the bounds: `JSON.parse('1e999')` is infinite. */
export function number(value: unknown, least = -Infinity, most = Infinity): value is number {
  return Number.isFinite(value) && (value as number) >= least && (value as number) <= most;
}

/** Whether a value is a whole number within the bounds. */
export function integer(value: unknown, least = -Infinity, most = Infinity): value is number {
  return Number.isInteger(value) && number(value, least, most);
}

/** Whether a value is a list, each item of which passes. */
export function list(value: unknown, item?: (value: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && (item === undefined || value.every((each) => item(each)));
}

/** Whether a value is an object, each field of which passes. */
export function map(value: unknown, item?: (value: unknown) => boolean): value is Fields {
  return object(value) && (item === undefined || Object.values(value).every((each) => item(each)));
}

/** Whether a field is absent or passes. JSON has no `undefined`, so that is what absent means. */
export function optional(value: unknown, present: (value: unknown) => boolean): boolean {
  return value === undefined || present(value);
}

/** Whether a value is one of a closed list. */
export function oneOf<T>(value: unknown, known: readonly T[]): value is T {
  return (known as readonly unknown[]).includes(value);
}
