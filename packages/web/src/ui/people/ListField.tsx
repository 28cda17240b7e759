import type { Entry } from '@folkmoot/contract/core/entry.ts';
import { refusals } from '@folkmoot/contract/core/list.ts';
import { ENCODINGS, type ListChoice, type ListReading, type ListResult } from '@folkmoot/contract/core/list-file.ts';
import { Button, Select } from '@mantine/core';
import { IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../core/download.ts';
import { Problem } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { LoadingButton } from '../feedback/LoadingButton.tsx';
import { useMedia } from '../useMedia.ts';
import css from './people-entry.module.css';
import { readListInWorker } from './read-list.ts';

export type NamedList = { name: string; entries: readonly Entry[]; invalid: readonly string[] };

type Props = {
  onList: (list: NamedList) => void;
  /** Told the name of a file that was read and not added yet, and when there is none. */
  onPending?: (name: string | undefined) => void;
};

const SAMPLE = 'Email,First name,Last name\r\nines@example.com,Ines,Carvalho\r\nkofi@example.com,Kofi,Mensah\r\n';

/** Rows that are shown of what was read. */
const SHOWN = 5;

/** People from a list in a file. Nobody is chosen before what was read has been looked at. */
export function ListField({ onList, onPending }: Props) {
  // Nothing can be dropped with a finger.
  const touch = useMedia('touch');
  const [file, setFile] = useState<File>();
  const [choice, setChoice] = useState<ListChoice>({});
  const [result, setResult] = useState<ListResult>();
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!file) return;
    const ends = new AbortController();
    setBusy(true);
    const show = (read: ListResult) => {
      setResult(read);
      setBusy(false);
      onPending?.('reading' in read && read.reading.entered.entries.length > 0 ? file.name : undefined);
    };
    readListInWorker(file, choice, ends.signal).then(show, (error: unknown) => {
      if (!ends.signal.aborted) show({ problem: error instanceof Error ? error.message : String(error) });
    });
    return () => ends.abort();
  }, [file, choice, onPending]);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (!first) return setResult({ problem: refusals.missing.message });
    setChoice({});
    setResult(undefined);
    setFile(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const reading = result && 'reading' in result ? result.reading : undefined;
  const problem = result && 'problem' in result ? result.problem : undefined;
  return (
    <div className={css.source}>
      <section
        aria-label="CSV file"
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileTypeCsv size={32} aria-hidden />
        <p>
          {file ? (
            <b dir="auto">{file.name}</b>
          ) : (
            <b>{touch ? 'Choose a CSV or vCard file' : 'Drop a CSV or vCard file here'}</b>
          )}
          <small>In a CSV file, the first column must be headed “Email”. Columns for names are optional.</small>
        </p>
        <div className={css.buttons}>
          <LoadingButton
            variant="default"
            loading={busy}
            loadingLabel="Reading"
            leftSection={<IconUpload size={17} />}
            onClick={() => input.current?.click()}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </LoadingButton>
          <Button variant="subtle" onClick={() => saveFile(new Blob([SAMPLE], { type: 'text/csv' }), 'sample.csv')}>
            Download a sample
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.vcf,text/csv,text/tab-separated-values,text/plain,text/vcard,text/x-vcard"
          aria-label="CSV file"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again once it was corrected.
            currentTarget.value = '';
          }}
        />
      </section>
      <div aria-live="polite" className={css.report}>
        {problem && <Problem>{problem}</Problem>}
        {reading && (
          <Read
            reading={reading}
            onChoice={(change) => setChoice({ ...choice, ...change })}
            onAdd={() => {
              const { entries, invalid } = reading.entered;
              onList({ name: file?.name ?? '', entries, invalid });
              setFile(undefined);
              setResult(undefined);
              onPending?.(undefined);
              toast.done(reading.cards ? 'Contacts imported' : 'CSV Imported');
            }}
          />
        )}
      </div>
    </div>
  );
}

type ReadProps = { reading: ListReading; onChoice: (choice: ListChoice) => void; onAdd: () => void };

/** What was read: the first rows, what was left out, and what can be corrected. */
function Read({ reading, onChoice, onAdd }: ReadProps) {
  const { header, columns, column, encoding, entered, more, cards } = reading;
  const { entries, invalid, doubled } = entered;
  const { suggested } = columns;
  if (column === null)
    return (
      <>
        <Problem>{refusals.noEmailColumn.message}</Problem>
        {suggested && (
          <Button variant="default" onClick={() => onChoice({ column: suggested.at })}>
            Use column {suggested.at + 1}
            {suggested.header !== '' && `, ${suggested.header}`}
          </Button>
        )}
      </>
    );
  const left = [
    ...(doubled > 0 ? [`${doubled.toLocaleString('en')} on the list twice`] : []),
    ...(invalid.length > 0 ? [`${invalid.length.toLocaleString('en')} not an email address`] : []),
    ...(cards && cards.without > 0 ? [`${cards.without.toLocaleString('en')} without an email address`] : []),
    ...(cards && cards.others > 0
      ? [
          `${cards.others === 1 ? '1 other address' : `${cards.others.toLocaleString('en')} other addresses`} of the same people`,
        ]
      : []),
  ];
  return (
    <>
      {entries.length === 0 && <Problem>{refusals.empty.message}</Problem>}
      {more && (
        <Problem>
          The file has more {cards ? 'contacts' : 'rows'} than can be read at once. Only the first 50,000 were read.
        </Problem>
      )}
      {entries.length > 0 && (
        <table className={css.rows}>
          <caption>
            {entries.length === 1 ? '1 person' : `${entries.length.toLocaleString('en')} people`} found
            {left.length > 0 && `, left out: ${left.join(', ')}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">First name</th>
              <th scope="col">Last name</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, SHOWN).map((entry) => (
              <tr key={entry.key}>
                <td>{entry.address}</td>
                <td dir="auto">{entry.firstName}</td>
                <td dir="auto">{entry.lastName}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css.choices}>
        {!cards && (
          <Select
            label="Column with the addresses"
            allowDeselect={false}
            data={header.map((name, at) => ({
              value: `${at}`,
              label: `${at + 1}. ${name === '' ? 'No header' : name}`,
            }))}
            value={`${column}`}
            onChange={(value) => onChoice({ column: Number(value) })}
          />
        )}
        <Select
          label="Text encoding"
          description="Change it if letters such as é look wrong."
          inputWrapperOrder={['label', 'input', 'description']}
          allowDeselect={false}
          data={ENCODINGS}
          value={encoding}
          onChange={(value) => onChoice({ encoding: value as ListReading['encoding'] })}
        />
      </div>
      <Button disabled={entries.length === 0} onClick={onAdd}>
        {entries.length === 1 ? 'Add 1 person' : `Add ${entries.length.toLocaleString('en')} people`}
      </Button>
    </>
  );
}
