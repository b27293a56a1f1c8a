#!/bin/sh
# prosemirror-transform 1.12.6: a slice whose last node fits nowhere is dropped as a whole, without an error. In a schema
# with `doc: block+ footer?`, replacing the selection with [paragraph, footer] in a document that has its footer changes
# nothing, while the paragraph alone is put in. So "copy all, paste" loses everything that was copied.
# Prints what is put in for each; succeeds while that is so. Runs without this product, in a folder of its own.
# Needs Node 20 and npm.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm init --yes >/dev/null
npm install --silent --no-audit --no-fund prosemirror-model@1.25.13 prosemirror-transform@1.12.6 prosemirror-state@1.4.4

cat >paste.mjs <<'SCRIPT'
import { Fragment, Schema, Slice } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';

const schema = new Schema({
  nodes: {
    doc: { content: 'block+ footer?' },
    paragraph: { group: 'block', content: 'text*' },
    footer: {},
    text: {},
  },
});
const line = (text) => schema.node('paragraph', null, text === '' ? [] : [schema.text(text)]);
const footer = schema.node('footer');
const doc = schema.node('doc', null, [line(''), footer]);
const state = EditorState.create({ doc, selection: TextSelection.create(doc, 1) });

/** What is in the document once these nodes took the place of the selection, and how many steps that took. */
function pasted(...nodes) {
  const tr = state.tr.replaceSelection(new Slice(Fragment.from(nodes), 0, 0));
  return `${tr.steps.length} steps: ${tr.doc.children.map((node) => node.textContent || node.type.name).join(', ')}`;
}

const alone = pasted(line('copied'));
const all = pasted(line('copied'), footer);
console.log(`[paragraph]         ${alone}`);
console.log(`[paragraph, footer] ${all}`);
process.exitCode = alone.includes('copied') && !all.includes('copied') ? 0 : 1;
SCRIPT
node paste.mjs
