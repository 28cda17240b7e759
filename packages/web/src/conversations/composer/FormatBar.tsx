import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconSourceCode,
  IconStrikethrough,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from './composer.module.css';
import { ariaShortcut } from './shortcuts.ts';
import type { Format } from './text-formatting.ts';

const BUTTONS: readonly { format: Format; label: string; icon: ComponentType<{ size?: number }> }[] = [
  { format: 'bold', label: 'Bold', icon: IconBold },
  { format: 'italic', label: 'Italic', icon: IconItalic },
  { format: 'strike', label: 'Strikethrough', icon: IconStrikethrough },
  { format: 'link', label: 'Link', icon: IconLink },
  { format: 'list', label: 'Bulleted list', icon: IconList },
  { format: 'numbers', label: 'Numbered list', icon: IconListNumbers },
  { format: 'quote', label: 'Quote', icon: IconBlockquote },
  { format: 'code', label: 'Code', icon: IconCode },
  { format: 'block', label: 'Code block', icon: IconSourceCode },
];

/** Puts Markdown around the selection, for people who do not type it themselves. */
export function FormatBar({ onFormat }: { onFormat: (format: Format) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Formatting" className={css.formats}>
      {BUTTONS.map(({ format, label, icon: Icon }) => (
        <IconButton
          key={format}
          label={label}
          size={32}
          aria-keyshortcuts={ariaShortcut(format)}
          // The selection in the text is kept.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          <Icon size={18} />
        </IconButton>
      ))}
    </div>
  );
}
