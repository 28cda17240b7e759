import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { loadChunk } from '../../core/lazy.ts';
import { votesOf } from '../words.ts';
import css from './asking.module.css';

/** How long typing pauses before it is compared, in milliseconds. */
const PAUSE_MS = 400;

const loadRules = loadChunk(() => import('@folkmoot/contract/qna/words-rules.ts'));

/** Says that much the same has been asked already, so that a vote may do. */
export function Similar({ content, among }: { content: string; among: readonly QuestionView[] }) {
  const [typed] = useDebouncedValue(content.trim(), PAUSE_MS);
  const [found, setFound] = useState<QuestionView>();
  useEffect(() => {
    let over = false;
    if (typed === '' || among.length === 0) return setFound(undefined);
    loadRules().then(
      ({ similarAmong }) => {
        if (!over) setFound(similarAmong(among)(typed));
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [typed, among]);
  return (
    <div aria-live="polite">
      {found && (
        <p className={css.similar}>
          <IconCopy size={15} aria-hidden />
          <span>
            Similar to a question with {votesOf(found.votes)}: <q dir="auto">{found.content}</q>
          </span>
        </p>
      )}
    </div>
  );
}
