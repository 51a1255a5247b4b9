import { useEffect } from "preact/hooks";
import { Dialog } from "./dialog.tsx";
import type { FrameState } from "./frame-state.ts";
import { lessonRoom, loadLessons } from "./lesson-slot.ts";
import type { Workbench } from "./workbench.ts";

interface LessonsDialogProps {
  readonly bench: Workbench;
  readonly state: FrameState;
}

export function LessonsDialog(props: LessonsDialogProps) {
  return (
    <Dialog state={props.state} name="lessons" title="Lessons">
      <Lessons {...props} />
    </Dialog>
  );
}

function Lessons({ bench, state }: LessonsDialogProps) {
  useEffect(() => loadLessons(bench), [bench]);
  const room = lessonRoom.value;
  if (room === null) return <p class="empty">Loading the lessons.</p>;
  const { List } = room;
  return (
    <List
      onOpen={() => {
        state.dialog.value = null;
      }}
    />
  );
}
