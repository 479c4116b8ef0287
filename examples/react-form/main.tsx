import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

import { EditCalendar } from "./EditCalendar";
import { open } from "./draft";
import { beBusy, load, saveElsewhere } from "./service";

const stored = await load();

function Page() {
  const [form] = useState(() => open(stored));
  return (
    <>
      <EditCalendar form={form} />
      <p>
        Try it:{" "}
        <button
          type="button"
          onClick={() =>
            void saveElsewhere({ name: "Intake", slotDuration: 30 })
          }
        >
          A colleague saves
        </button>{" "}
        <button type="button" onClick={beBusy}>
          The service is busy
        </button>
      </p>
    </>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
