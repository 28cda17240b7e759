import { RichTextEditor } from '@mantine/tiptap';
import Link from '@tiptap/extension-link';
import { type Extensions, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './rich-text.module.css';
import '@mantine/tiptap/styles.layer.css';

type Props = {
  label: string;
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
  /** What it also knows, and how that is put in: parts that stay the same while it is shown. */
  more?: { extensions: Extensions; tools: ReactNode };
};

const KIT = [
  StarterKit.configure({ link: false, heading: { levels: [2, 3] } }),
  Link.configure({ openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto'] }),
];

/** Text with structure: bold, italic, headings, links and lists, by toolbar and keys. The server cleans what it makes. */
export function RichText({ label, value, onChange, error, more }: Props) {
  const latest = useRef(onChange);
  latest.current = onChange;
  const own = useRef(value);
  const editor = useEditor({
    extensions: more ? [...KIT, ...more.extensions] : KIT,
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
    },
    onUpdate: ({ editor: written }) => {
      const html = written.isEmpty ? '' : written.getHTML();
      own.current = html;
      latest.current(html);
    },
  });
  // Text that somebody else has changed in the meantime.
  useEffect(() => {
    if (!editor || value === own.current) return;
    own.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <RichTextEditor editor={editor} className={css.editor ?? ''} data-error={error ? true : undefined}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.H2 />
            <RichTextEditor.Link />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          {more?.tools}
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}
