import type { TouchEvent } from 'react';
import { useLongPress } from '../../ui/useLongPress.ts';
import { useSwipe } from './useSwipe.ts';

/** What a finger does with a message beside a tap: a long press, and a swipe to the left where something answers it. */
export function useMessageTouch(onPress: () => void, onSwipe: (() => void) | undefined) {
  const swipe = useSwipe(onSwipe);
  const press = useLongPress(() => {
    swipe.onTouchCancel();
    onPress();
  });
  return {
    ...press,
    onTouchStart(event: TouchEvent<HTMLElement>) {
      press.onTouchStart(event);
      swipe.onTouchStart(event);
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      press.onTouchMove(event);
      swipe.onTouchMove(event);
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      press.onTouchEnd(event);
      swipe.onTouchEnd();
    },
    onTouchCancel() {
      press.onTouchCancel();
      swipe.onTouchCancel();
    },
  };
}
