import type { Conflict, Issue } from "calendiff";

import type { Choices } from "./save";

export function Issues({ issues }: { issues: readonly Issue[] }) {
  return (
    <>
      {issues.map(({ pointer, code, severity, message }) => (
        <small role="alert" className={severity} key={pointer + code + message}>
          {message}
        </small>
      ))}
    </>
  );
}

interface ConflictsProps {
  conflicts: readonly Conflict[];
  onChoose: (choice: Choices) => void;
}

export function Conflicts({ conflicts, onChoose }: ConflictsProps) {
  return (
    <>
      {conflicts.map(({ key, words }) => (
        <p role="alert" className="conflict" key={key}>
          <span>{words}</span>
          <button type="button" onClick={() => onChoose({ [key]: "ours" })}>
            Keep mine
          </button>{" "}
          <button type="button" onClick={() => onChoose({ [key]: "theirs" })}>
            Take theirs
          </button>
        </p>
      ))}
    </>
  );
}
