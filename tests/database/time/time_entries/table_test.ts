import { assertEquals } from "@std/assert";
import { CALLERS } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { answersTo } from "../../../support/access/sql.ts";
import { withDatabase } from "../../../support/server/database.ts";

/**
 * The life of a time entry: what each caller may do with an entry of Ada's at North in each
 * state, by an ordinary insert, update or delete, and by the procedures that correct time or set it aside. Ada is the contractor, Ben another one; North is a contact
 * of the facility, South of another one.
 *
 *   done    it is done
 *   -       the row is not found: the caller may not read it
 *   denied  42501: no such right
 *   role    role_required                    row     row_not_allowed
 *   move    time_entry_move_not_legal        draft   time_entry_not_draft
 *   locked  time_entry_locked                ours    time_entry_approved: the firm's to send back
 *   own     own_time_approved                unappr  time_entry_not_approved
 *
 * `hours` and `notes` rewrite that column; sending back to draft takes a reason along. An entry was locked with or
 * without an approval.
 */
const TABLE = `
                       signed_out viewer billing payroll recruiting admin  ada    ben    north  south  service
insert
  draft                denied     role   done    done    done       done   done   row    role   role   done
  submitted            denied     role   row     row     row        row    row    row    role   role   done
  pending_approval     denied     role   row     row     row        row    row    row    role   role   done
  approved             denied     role   row     row     row        row    own    row    role   role   done
  locked               denied     role   row     row     row        row    row    row    role   role   done
draft
  hours                denied     role   done    done    done       done   done   -      -      -      done
  notes                denied     role   done    done    done       done   done   -      -      -      done
  delete               denied     role   done    done    done       done   done   -      role   role   done
  submitted            denied     role   done    done    done       done   done   -      -      -      done
  pending_approval     denied     role   move    move    move       move   move   -      -      -      move
  approved             denied     role   move    move    move       move   move   -      -      -      move
  locked               denied     role   row     row     row        row    row    -      -      -      done
  correct_time_entry   denied     role   role    unappr  role       unappr role   role   role   role   unappr
  set_aside_time       denied     role   role    done    role       done   role   role   role   role   done
submitted
  hours                denied     role   draft   draft   draft      draft  draft  -      draft  -      draft
  notes                denied     role   done    done    done       done   draft  -      draft  -      done
  delete               denied     role   draft   draft   draft      draft  draft  -      role   role   draft
  draft                denied     role   done    done    done       done   draft  -      done   -      done
  pending_approval     denied     role   done    done    done       done   draft  -      row    -      done
  approved             denied     role   done    done    done       done   draft  -      done   -      done
  locked               denied     role   row     row     row        row    draft  -      row    -      done
  correct_time_entry   denied     role   role    unappr  role       unappr role   role   role   role   unappr
  set_aside_time       denied     role   role    done    role       done   role   role   role   role   done
pending_approval
  hours                denied     role   draft   draft   draft      draft  draft  -      draft  -      draft
  notes                denied     role   done    done    done       done   draft  -      draft  -      done
  delete               denied     role   draft   draft   draft      draft  draft  -      role   role   draft
  draft                denied     role   done    done    done       done   draft  -      done   -      done
  submitted            denied     role   move    move    move       move   draft  -      move   -      move
  approved             denied     role   done    done    done       done   draft  -      done   -      done
  locked               denied     role   move    move    move       move   draft  -      move   -      move
  correct_time_entry   denied     role   role    unappr  role       unappr role   role   role   role   unappr
  set_aside_time       denied     role   role    done    role       done   role   role   role   role   done
approved
  hours                denied     role   draft   draft   draft      draft  ours   -      ours   -      draft
  notes                denied     role   done    done    done       done   ours   -      ours   -      done
  delete               denied     role   draft   draft   draft      draft  draft  -      role   role   draft
  draft                denied     role   done    done    done       done   ours   -      ours   -      done
  submitted            denied     role   done    done    done       done   ours   -      done   -      done
  pending_approval     denied     role   move    move    move       move   ours   -      ours   -      move
  locked               denied     role   row     row     row        row    ours   -      ours   -      done
  correct_time_entry   denied     role   role    done    role       done   role   role   role   role   done
  set_aside_time       denied     role   role    done    role       done   role   role   role   role   done
locked
  hours                denied     role   locked  locked  locked     locked locked -      locked -      locked
  notes                denied     role   locked  locked  locked     locked locked -      locked -      locked
  delete               denied     role   draft   draft   draft      draft  draft  -      role   role   draft
  draft                denied     role   locked  locked  locked     locked locked -      locked -      locked
  submitted            denied     role   locked  locked  locked     locked locked -      locked -      locked
  pending_approval     denied     role   role    done    role       done   locked -      locked -      done
  approved             denied     role   locked  locked  locked     locked locked -      locked -      locked
  correct_time_entry   denied     role   role    unappr  role       unappr role   role   role   role   unappr
  set_aside_time       denied     role   role    done    role       done   role   role   role   role   done
locked approved_at
  hours                denied     role   locked  locked  locked     locked locked -      locked -      locked
  notes                denied     role   locked  locked  locked     locked locked -      locked -      locked
  delete               denied     role   draft   draft   draft      draft  draft  -      role   role   draft
  draft                denied     role   locked  locked  locked     locked locked -      locked -      locked
  submitted            denied     role   locked  locked  locked     locked locked -      locked -      locked
  pending_approval     denied     role   locked  locked  locked     locked locked -      locked -      locked
  approved             denied     role   locked  locked  locked     locked locked -      locked -      locked
  correct_time_entry   denied     role   role    done    role       done   role   role   role   role   done
  set_aside_time       denied     role   role    done    role       done   role   role   role   role   done
`;

const OUTCOMES: readonly (readonly [answer: RegExp, outcome: string])[] = [
  [/^rows 1$/, "done"],
  [/^rows 0$/, "-"],
  [/^42501 /, "denied"],
  [/^PT409 time_entry_move_not_legal /, "move"],
  [/^PT409 time_entry_not_draft /, "draft"],
  [/^PT409 time_entry_locked /, "locked"],
  [/^PT409 time_entry_approved /, "ours"],
  [/^PT403 own_time_approved /, "own"],
  [/^PT409 time_entry_not_approved /, "unappr"],
  [/^PT403 role_required /, "role"],
  [/^PT403 row_not_allowed /, "row"],
];

function statementOf(firm: AccessFirm, state: string, attempt: string): string {
  if (state === "insert") {
    return `insert into time_entries (assignment_id, work_date, hours, status)
            values ('${firm.placements.adaNorth}', '2026-01-07', 1, '${attempt}')`;
  }
  const id = firm.id("time_entries", `ada at north ${state}`);
  if (attempt === "correct_time_entry") {
    return `select from correct_time_entry('${id}', 'Left early.', 2)`;
  }
  if (attempt === "set_aside_time") return `select from set_aside_time('{${id}}', 'Not worked.')`;
  const where = `where id = '${id}'`;
  if (attempt === "delete") return `delete from time_entries ${where}`;
  const set: Record<string, string> = {
    hours: "hours = 2",
    notes: "notes = 'ward 4'",
    draft: "status = 'draft', sent_back_reason = 'wrong day'",
  };
  return `update time_entries set ${set[attempt] ?? `status = '${attempt}'`} ${where}`;
}

function outcomeOf(answer: string): string {
  return OUTCOMES.find(([pattern]) => pattern.test(answer))?.[1] ?? answer;
}

Deno.test("time_entries/live_by_this_table", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [head = "", ...lines] = TABLE.trim().split("\n");
    assertEquals(head.split(/\s+/), [...CALLERS]);
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
        assertEquals(found, expected, `${state}: ${attempt}`);
      }
    });
  }));
