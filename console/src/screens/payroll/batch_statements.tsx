import { Box } from "@mui/material";
import { count } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { words } from "../../words.ts";

const say = words.payroll.statements;
/** A part of the document has so many people. */
const PEOPLE_IN_PART = 100;

/** Earnings statements of all whom a batch pays, as PDFs. */
export function BatchStatements({ batchId, people }: { batchId: string; people: number }) {
  const parts = Math.ceil(people / PEOPLE_IN_PART);
  if (parts === 0) return null;
  return (
    <Part title={say.title} about={say.about}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        {Array.from({ length: parts }, (_, place) => (
          <PaperButton
            key={place}
            path={`pay-batch/${batchId}?part=${place + 1}`}
            {...parts > 1 && { label: say.part(count(place + 1), count(parts)) }}
            aria-label={parts > 1
              ? say.openPart(count(place + 1), count(parts))
              : words.paper.pdfOf(say.all)}
          />
        ))}
      </Box>
    </Part>
  );
}
