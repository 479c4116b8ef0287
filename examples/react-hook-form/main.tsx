import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { EditCalendar } from "./EditCalendar";
import { beBusy, load, saveElsewhere } from "./service";

const stored = await load();

function Page() {
  return (
    <>
      <EditCalendar opened={stored} />
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
