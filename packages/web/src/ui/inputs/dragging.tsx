import { type Announcements, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { sortableKeyboardCoordinates, type useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconGripVertical } from '@tabler/icons-react';

type Id = string | number;
type Sortable = ReturnType<typeof useSortable>;

const INSTRUCTIONS =
  'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter to drop it, and Escape to put it back.';

/** Dragging by mouse, touch and keyboard. A press that does not move stays a click. */
export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}

/** What a screen reader says of a drag handle, and during a drag: the item's name, and its position. */
export function dragSpeech(nameOf: (id: Id) => string, positionOf: (id: Id) => string) {
  const pickedUp = (id: Id) => `Picked up ${nameOf(id)}, at ${positionOf(id)}.`;
  const announcements: Announcements = {
    // The first position is the item's own, and is announced right after this, so one sentence covers both.
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      return over.id === active.id ? pickedUp(active.id) : `${nameOf(active.id)} is at ${positionOf(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was dropped at ${positionOf(over.id)}.` : `${nameOf(active.id)} was put back.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} was left where it was.`,
  };
  return { announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } };
}

/** What the element of a sortable item needs to follow the drag. */
export function dragProps({ setNodeRef, isDragging, transform, transition }: Sortable) {
  return {
    ref: setNodeRef,
    'data-lifted': isDragging || undefined,
    style: { transform: CSS.Translate.toString(transform), transition },
  };
}

type HandleProps = { name: string; sortable: Sortable; className: string | undefined };

/** An item's drag handle; it can be focused, for the keyboard. */
export function DragHandle({ name, sortable, className }: HandleProps) {
  const { tabIndex, 'aria-describedby': describedBy } = sortable.attributes;
  return (
    <button
      type="button"
      ref={sortable.setActivatorNodeRef}
      className={className}
      aria-label={`Move ${name}`}
      aria-describedby={describedBy}
      tabIndex={tabIndex}
      {...sortable.listeners}
    >
      <IconGripVertical size={17} aria-hidden />
    </button>
  );
}
