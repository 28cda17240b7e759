import { useState } from 'react';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { ConnectContacts } from './ConnectContacts.tsx';
import { type Choice, ContactList } from './ContactList.tsx';
import { forgetContacts, useContactsConnection } from './queries.ts';

/** People from somebody's Google contacts, which they connect here first. */
export function ContactsSource(choice: Choice) {
  const connection = useContactsConnection();
  // Why contacts are not connected any more.
  const [reason, setReason] = useState<string>();
  if (connection.isPending)
    return (
      <LoadingFallback label="Loading contacts">
        <SkeletonRows rows={5} />
      </LoadingFallback>
    );
  if (!connection.data) return <ErrorState error={connection.error} again={connection.refetch} level={3} />;
  if (!connection.data.connected) return <ConnectContacts reason={reason} />;
  return (
    <ContactList
      {...choice}
      onGone={(said) => {
        setReason(said);
        forgetContacts();
      }}
    />
  );
}
