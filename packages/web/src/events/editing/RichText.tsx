import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import Link from '@tiptap/extension-link';
import { type Editor, type Extensions, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './rich-text.module.css';
import '@mantine/tiptap/styles.layer.css';

const AddLinkDialog = lazyPart(() => import('../../ui/dialog/AddLinkDialog.tsx'), 'AddLinkDialog');

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
            <LinkControl editor={editor} />
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

/** Puts a link where the cursor is, or around what is selected; on a link, it changes that. */
function LinkControl({ editor }: { editor: Editor | null }) {
  const show = useShowDialog();
  const active = editor?.isActive('link') ?? false;
  const open = () => {
    if (!editor) return;
    if (active) editor.commands.extendMarkRange('link');
    const { from, to } = editor.state.selection;
    const text = editor.state.doc.textBetween(from, to, ' ');
    const href: unknown = active ? editor.getAttributes('link').href : '';
    show(
      <AddLinkDialog
        initial={{ text, link: typeof href === 'string' ? href : '' }}
        onDone={(added) => {
          const marks = [{ type: 'link', attrs: { href: added.link } }];
          // Words that stay the same keep their bold and italic.
          if (added.text === text && text !== '')
            editor.chain().focus().setTextSelection({ from, to }).setLink({ href: added.link }).run();
          else editor.chain().focus().insertContentAt({ from, to }, { type: 'text', text: added.text, marks }).run();
        }}
        onRemove={active ? () => editor.chain().focus().setTextSelection({ from, to }).unsetLink().run() : undefined}
      />,
    );
  };
  return (
    <RichTextEditor.Control aria-label="Link" title="Link" data-active={active || undefined} onClick={open}>
      <IconLink size={16} stroke={1.5} aria-hidden />
    </RichTextEditor.Control>
  );
}
