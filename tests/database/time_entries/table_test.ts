import assert from "node:assert/strict";
import { CALLERS } from "../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../support/access/firm/firm.ts";
import { answersTo } from "../../support/access/sql.ts";
import { withDatabase } from "../../support/server/database.ts";

/**
 * The life of a time entry (design §6): what each caller may do with an entry of Ada's at North in each
 * state, by an ordinary insert, update or delete. Ada is the contractor, Ben another one; North is a contact
 * of the facility, South of another one.
 *
 *   done    it is done
 *   -       the row is not found: the policies hide it from this command
 *   denied  42501: no such right, or no such new row
 *   move    time_entry_move_not_legal        draft   time_entry_not_draft
 *   locked  time_entry_locked                own     own_time_approved
 *
 * `hours` and `notes` rewrite that column. An entry was locked with or without an approval.
 */
const TABLE = `
                       signed_out viewer billing payroll recruiting admin  ada    ben    north  south  service
insert
  draft                denied     denied done    done    done       done   done   denied denied denied done
  submitted            denied     denied denied  denied  denied     denied denied denied denied denied done
  pending_approval     denied     denied denied  denied  denied     denied denied denied denied denied done
  approved             denied     denied denied  denied  denied     denied own    denied denied denied done
  locked               denied     denied denied  denied  denied     denied denied denied denied denied done
draft
  hours                denied     -      done    done    done       done   done   -      -      -      done
  notes                denied     -      done    done    done       done   done   -      -      -      done
  delete               denied     -      done    done    done       done   done   -      -      -      done
  submitted            denied     -      done    done    done       done   done   -      -      -      done
  pending_approval     denied     -      move    move    move       move   move   -      -      -      move
  approved             denied     -      move    move    move       move   move   -      -      -      move
  locked               denied     -      denied  denied  denied     denied denied -      -      -      done
submitted
  hours                denied     -      draft   draft   draft      draft  -      -      draft  -      draft
  notes                denied     -      done    done    done       done   -      -      draft  -      done
  delete               denied     -      -       -       -          -      -      -      -      -      draft
  draft                denied     -      done    done    done       done   -      -      done   -      done
  pending_approval     denied     -      done    done    done       done   -      -      denied -      done
  approved             denied     -      done    done    done       done   -      -      done   -      done
  locked               denied     -      denied  denied  denied     denied -      -      denied -      done
pending_approval
  hours                denied     -      draft   draft   draft      draft  -      -      draft  -      draft
  notes                denied     -      done    done    done       done   -      -      draft  -      done
  delete               denied     -      -       -       -          -      -      -      -      -      draft
  draft                denied     -      done    done    done       done   -      -      done   -      done
  submitted            denied     -      move    move    move       move   -      -      move   -      move
  approved             denied     -      done    done    done       done   -      -      done   -      done
  locked               denied     -      move    move    move       move   -      -      move   -      move
approved
  hours                denied     -      draft   draft   draft      draft  -      -      -      -      draft
  notes                denied     -      done    done    done       done   -      -      -      -      done
  delete               denied     -      -       -       -          -      -      -      -      -      draft
  draft                denied     -      done    done    done       done   -      -      -      -      done
  submitted            denied     -      move    move    move       move   -      -      -      -      move
  pending_approval     denied     -      move    move    move       move   -      -      -      -      move
  locked               denied     -      denied  denied  denied     denied -      -      -      -      done
locked
  hours                denied     -      -       locked  -          locked -      -      -      -      locked
  notes                denied     -      -       locked  -          locked -      -      -      -      locked
  delete               denied     -      -       -       -          -      -      -      -      -      draft
  draft                denied     -      -       locked  -          locked -      -      -      -      locked
  submitted            denied     -      -       locked  -          locked -      -      -      -      locked
  pending_approval     denied     -      -       done    -          done   -      -      -      -      done
  approved             denied     -      -       locked  -          locked -      -      -      -      locked
locked approved_at
  hours                denied     -      -       locked  -          locked -      -      -      -      locked
  notes                denied     -      -       locked  -          locked -      -      -      -      locked
  delete               denied     -      -       -       -          -      -      -      -      -      draft
  draft                denied     -      -       locked  -          locked -      -      -      -      locked
  submitted            denied     -      -       locked  -          locked -      -      -      -      locked
  pending_approval     denied     -      -       locked  -          locked -      -      -      -      locked
  approved             denied     -      -       locked  -          locked -      -      -      -      locked
`;

const OUTCOMES: readonly (readonly [answer: RegExp, outcome: string])[] = [
  [/^rows 1$/, "done"],
  [/^rows 0$/, "-"],
  [/^42501 /, "denied"],
  [/^PT409 time_entry_move_not_legal /, "move"],
  [/^PT409 time_entry_not_draft /, "draft"],
  [/^PT409 time_entry_locked /, "locked"],
  [/^PT403 own_time_approved /, "own"],
];

function statementOf(firm: AccessFirm, state: string, attempt: string): string {
  if (state === "insert") {
    return `insert into time_entries (assignment_id, work_date, hours, status)
            values ('${firm.placements.adaNorth}', '2026-01-07', 1, '${attempt}')`;
  }
  const where = `where id = '${firm.id("time_entries", `ada at north ${state}`)}'`;
  if (attempt === "delete") return `delete from time_entries ${where}`;
  const set: Record<string, string> = { hours: "hours = 2", notes: "notes = 'ward 4'" };
  return `update time_entries set ${set[attempt] ?? `status = '${attempt}'`} ${where}`;
}

function outcomeOf(answer: string): string {
  return OUTCOMES.find(([pattern]) => pattern.test(answer))?.[1] ?? answer;
}

Deno.test("time_entries/live_by_this_table", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [head = "", ...lines] = TABLE.trim().split("\n");
    assert.deepEqual(head.split(/\s+/), [...CALLERS]);
    let state = "";
    await sql.begin(async (sql) => {
      for (const line of lines) {
        if (!line.startsWith(" ")) {
          state = line;
          continue;
        }
        const [attempt = "", ...expected] = line.trim().split(/\s+/);
        const statement = statementOf(firm, state, attempt);
        const trials = CALLERS.map((caller) => ({ caller, statement }));
        const found = (await answersTo(sql, firm.users, trials)).map(outcomeOf);
        assert.deepEqual(found, expected, `${state}: ${attempt}`);
      }
    });
  }));
