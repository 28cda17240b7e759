import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useStore } from '../../core/store.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Section } from '../page/Section.tsx';
import { type PageLive, PageLiveContext } from '../page/usePageLive.ts';
import { nameOf } from '../words.ts';
import css from './conflict.module.css';
import type { HomeDraft } from './home-draft.ts';
import { type Choice, compare, type Entry, resolved } from './merge.ts';

const BY = {
  nobody: 'The same in both',
  me: 'Changed by you',
  them: 'Changed by somebody else',
  both: 'Changed by both of you',
} as const;

/** Two versions of the page beside each other: where both people changed a section, one of them is chosen. */
export function ConflictDialog({ draft, live }: { draft: HomeDraft; live: PageLive }) {
  const close = useCloseDialog();
  const { sections, base, newer } = useStore(draft);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  if (!newer) return null;
  const entries = compare(base.sections, sections, newer.sections);
  const open = entries.filter(({ changed }) => changed === 'both');
  const rest = entries.filter(({ changed }) => changed === 'me' || changed === 'them');
  const save = () => {
    close();
    draft.resolve(resolved(entries, choices));
  };
  return (
    <Dialog
      title="Two versions of this page"
      subtitle="Nothing of either is lost: what you do not choose can be had again by undoing."
      width={900}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Decide later
          </Button>
          <Button onClick={save}>Save this version</Button>
        </>
      }
    >
      <PageLiveContext value={live}>
        {open.map((entry) => (
          <Pair
            key={entry.clientId}
            entry={entry}
            choice={choices.get(entry.clientId) ?? 'mine'}
            onChoose={(choice) => setChoices(new Map(choices).set(entry.clientId, choice))}
          />
        ))}
      </PageLiveContext>
      {rest.length > 0 && (
        <section className={css.rest} aria-label="Other changes">
          <p>{open.length > 0 ? 'These changes of one of you are kept:' : 'Both of your changes are kept:'}</p>
          <ul>
            {rest.map(({ clientId, mine, theirs, changed }) => (
              <li key={clientId}>
                <bdi>{nameOf((changed === 'me' ? (mine ?? theirs) : (theirs ?? mine)) as SectionView)}</bdi>:{' '}
                {(changed === 'me' ? mine : theirs) ? BY[changed] : `${BY[changed]}: deleted`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {open.length === 0 && rest.length === 0 && <p>Only the order is different. The newer one is kept.</p>}
    </Dialog>
  );
}

type PairProps = { entry: Entry; choice: Choice; onChoose: (choice: Choice) => void };

function Pair({ entry: { mine, theirs }, choice, onChoose }: PairProps) {
  const id = useId();
  const name = nameOf((mine ?? theirs) as SectionView);
  return (
    <fieldset className={css.pair}>
      <legend dir="auto">{name}</legend>
      {(
        [
          ['mine', 'Your version', mine],
          ['theirs', 'The newer version', theirs],
        ] as const
      ).map(([value, label, section]) => (
        <label key={value} className={css.side} data-on={choice === value || undefined}>
          <span className={css.choice}>
            <input type="radio" name={id} checked={choice === value} onChange={() => onChoose(value)} />
            {label}
          </span>
          {section ? (
            <span className={css.shown} inert>
              <Section section={section} />
            </span>
          ) : (
            <span className={css.gone}>Deleted</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
