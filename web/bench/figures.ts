// Figures with their targets, and the table that they are printed as.

import { loadavg } from 'node:os';

/** One figure. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** What it must stay below; figures without a target are only told. */
  target?: number;
}

const figures: Figure[] = [];

/** Puts a figure into the table. */
export function figure(what: string, value: number, unit: string, target?: number): void {
  figures.push({ what, value, unit, ...(target === undefined ? {} : { target }) });
}

/** The table so far. */
export function table(): string {
  const rows = figures.map(({ what, value, unit, target }) => [
    what,
    `${round(value)} ${unit}`,
    target === undefined ? '' : `< ${target} ${unit}`,
    target === undefined ? '' : value < target ? 'met' : 'MISSED',
  ]);
  const all = [['figure', 'measured', 'target', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
  const [load = 0] = loadavg();
  return [...lines, `(load of the machine: ${load.toFixed(1)})`].join('\n');
}

/** The value below which this share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
