import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { RichText } from '../../events/editing/RichText.tsx';
import css from '../letter/letter.module.css';
import type { CommunityLetter, LetterProblems } from './community-letter.ts';

type Props = {
  community: { name: string };
  inviter: string;
  letter: CommunityLetter;
  onChange: (letter: CommunityLetter) => void;
  problems: LetterProblems;
};

/** The second step: subject, message, and how it will look. */
export function MessageStep({ community, inviter, letter, onChange, problems }: Props) {
  const subject = useRef<HTMLInputElement>(null);
  // The button that led here is gone.
  useEffect(() => subject.current?.focus(), []);
  return (
    <div className={css.compose}>
      <div className={css.form}>
        <TextInput
          label="Subject"
          withAsterisk
          description={`${[...letter.subject].length}/${LIMITS.subject}`}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          classNames={{ description: css.count ?? '', root: css.subject ?? '' }}
          ref={subject}
          value={letter.subject}
          error={problems.subject}
          maxLength={LIMITS.subject}
          onChange={({ currentTarget }) => onChange({ ...letter, subject: currentTarget.value })}
        />
        <div className={css.message}>
          <RichText
            label="Message"
            value={letter.html}
            error={problems.body}
            onChange={(html) => onChange({ ...letter, html })}
          />
        </div>
      </div>
      <aside className={css.aside} aria-label="Preview">
        <div className={css.bar}>
          <h3>Preview</h3>
        </div>
        <article className={css.letter}>
          <div className={css.inside}>
            <p className={css.above}>
              <bdi>{inviter}</bdi> invites you to join
            </p>
            <h4 dir="auto">{community.name}</h4>
            {/* What the editor wrote, which knows no other tags than a letter has. */}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: its writer alone reads it here; the server cleans what it sends. */}
            <div className={css.words} dir="auto" dangerouslySetInnerHTML={{ __html: letter.html }} />
            <p className={css.answers} aria-hidden="true">
              <span data-first>Join {community.name}</span>
            </p>
            <p className={css.small}>Each person gets a link of their own, and a link to unsubscribe.</p>
          </div>
        </article>
      </aside>
    </div>
  );
}
