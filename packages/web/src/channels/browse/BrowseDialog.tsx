import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { BrowseList } from './BrowseList.tsx';
import css from './browse.module.css';
import { readQuery } from './browse-query.ts';

/** The browse screen as a dialog over the current screen: find, join and leave channels. Opening one closes it. */
export function BrowseDialog({ serverId }: { serverId: string }) {
  const close = useCloseDialog();
  const [query, setQuery] = useState<BrowseQuery>(() => readQuery({}));
  const address = useLocation({ select: ({ pathname }) => pathname });
  const [from] = useState(address);
  useEffect(() => {
    if (address !== from) close();
  }, [address, from, close]);
  return (
    <Dialog title="Browse channels" width={780}>
      <div className={css.inside}>
        <BrowseList serverId={serverId} query={query} onChange={(next) => setQuery({ ...query, ...next })} />
      </div>
    </Dialog>
  );
}
