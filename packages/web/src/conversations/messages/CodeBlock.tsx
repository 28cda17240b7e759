import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Root } from 'hast';
// react-markdown renders with this as well.
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { useEffect, useMemo, useState } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { loadChunk } from '../../core/lazy.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { useCopyToClipboard } from '../../ui/sharing/useCopyToClipboard.ts';
import css from './code-block.module.css';

type Highlighter = (code: string, language: string) => Root | undefined;

const load = loadChunk(() => import('./highlight.ts'));
/** Once it has loaded, blocks that scroll into view are highlighted from the start. */
let highlighter: Highlighter | undefined;

type Props = { code: string; language: string | undefined };

/** Code as it was typed, highlighted if its language is known. Only the colours come later, so nothing moves. */
export function CodeBlock({ code, language }: Props) {
  const [ready, setReady] = useState(highlighter !== undefined);
  const { copied, copy } = useCopyToClipboard(2000);
  useEffect(() => {
    if (language === undefined || ready) return;
    let gone = false;
    load().then(
      (module) => {
        highlighter = module.highlighted;
        if (!gone) setReady(true);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [language, ready]);
  const coloured = useMemo(() => {
    const tree = ready && language !== undefined ? highlighter?.(code, language) : undefined;
    return tree && toJsxRuntime(tree, { Fragment, jsx, jsxs });
  }, [ready, code, language]);
  return (
    <div className={css.block} dir="ltr">
      <pre>
        <code>{coloured ?? code}</code>
      </pre>
      <IconButton
        label={copied ? 'Copied' : 'Copy code'}
        size={30}
        className={css.copy}
        onClick={() => void copy(code)}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
    </div>
  );
}
