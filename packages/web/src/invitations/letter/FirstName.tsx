import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { IconUser } from '@tabler/icons-react';
import { mergeAttributes, Node } from '@tiptap/core';
import css from './letter.module.css';
import { FIRST_NAME } from './letter.ts';

/** The reader's first name in a letter: a chip that is put in, moved and deleted as one letter is. */
const FirstName = Node.create({
  name: 'firstName',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [{ tag: `span[data-field="${FIRST_NAME}"]` }],
  renderHTML: ({ HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-field': FIRST_NAME }),
    'first name',
  ],
  renderText: () => 'first name',
});

function InsertFirstName() {
  const { editor } = useRichTextEditorContext();
  return (
    <RichTextEditor.Control
      className={css.insert}
      aria-label="Insert the first name of the person who reads it"
      title="Insert the first name of the person who reads it"
      onClick={() =>
        editor
          ?.chain()
          .focus()
          .insertContent([{ type: 'firstName' }, { type: 'text', text: ' ' }])
          .run()
      }
    >
      <IconUser size={16} aria-hidden />
      First name
    </RichTextEditor.Control>
  );
}

/** What the editor of a letter knows beside rich text. */
export const WITH_FIRST_NAME = {
  extensions: [FirstName],
  tools: (
    <RichTextEditor.ControlsGroup>
      <InsertFirstName />
    </RichTextEditor.ControlsGroup>
  ),
};
