import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isField } from '../../core/keys.ts';
import { pageTitle } from '../../ui/layout/usePageTitle.ts';

/**
 * Another page is said as a browser says one that it loads: its title is spoken, and the focus starts in its content. A page
 * that gives the focus to something of its own keeps it there. It also begins at its top: the router would take along how far the
 * last one was scrolled.
 */
export function PageSpeaker() {
  const router = useRouter();
  const [said, setSaid] = useState('');
  useEffect(() => {
    let moved = false;
    let arriving = false;
    let isAnother = false;
    router.options.scrollToTopSelectors = [() => (isAnother ? document.querySelector('main > div') : null)];
    const stops = [
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        moved ||= fromLocation !== undefined;
        arriving = isAnother = fromLocation !== undefined && pathChanged;
      }),
      router.subscribe('onRendered', () => arriving && focusMain()),
      // The title comes with the screen, which may still be on its way when the address has changed.
      pageTitle.subscribe((title) => {
        const words = title.replace(/(^| · )Folkmoot$/, '').replaceAll(' · ', ', ');
        if (!moved || words === '') return;
        setSaid(words);
        if (arriving) focusMain();
        arriving = false;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>;
}

/** Puts the focus on the content, unless something in it has the focus already, or what is open above it. */
function focusMain(): void {
  const main = document.querySelector('main');
  const now = document.activeElement;
  if (!main || isField(now) || main.contains(now) || now?.closest('[role="dialog"], [role="menu"]')) return;
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
