// Finds the texts of the page in its sources, by their syntax.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../src');

/** A text for people that has no tag, and where it is. */
export interface Bare {
  file: string;
  text: string;
}

/** The texts of the page. */
export interface Found {
  /** The keys of all texts with the tag `t`. */
  keys: Set<string>;
  /** Texts in the markup without the tag. */
  bare: Bare[];
}

/** Attributes that people read or hear. */
const read = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription', 'label']);
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text);

function keyOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (text, span, at) => `${text}{${at}}${span.literal.text}`,
    template.head.text,
  );
}

function look(file: string, found: Found): void {
  const text = readFileSync(path.join(root, file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 't') found.keys.add(keyOf(node.template));
    if (ts.isJsxText(node) && hasWords(node.text)) found.bare.push({ file, text: node.text.trim() });
    if (
      ts.isJsxAttribute(node) &&
      read.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      hasWords(node.initializer.text)
    )
      found.bare.push({ file, text: node.initializer.text });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, kind));
}

/** The report of a run is one file without a network, in English: it could not load a language. */
const english = `report${path.sep}`;

/** Returns the texts in all sources. */
export function findTexts(): Found {
  const found: Found = { keys: new Set(), bare: [] };
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file) && !file.startsWith(english)) look(file, found);
  return found;
}
