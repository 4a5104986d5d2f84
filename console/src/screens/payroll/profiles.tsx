import { Alert, Box, MenuItem, TextField } from "@mui/material";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { remove, type Row, rows } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { period } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { useObstacles } from "./obstacles.tsx";
import { ProfileDialog } from "./profile_dialog.tsx";
import type { Settings } from "./profile_texts.ts";
import { type Employment, useProfiles } from "./use_profiles.ts";

const say = words.payroll.profiles;
type Profile = Row<"payroll_profiles">;
/** Lines of a file that its preview shows. */
const SHOWN = 12;

/** Layouts in which payroll files are handed over, and what a file looks like by them. */
export function Profiles() {
  const profiles = useProfiles();
  const templates = useAsk(
    ["payroll_profile_templates"],
    (signal) => call("payroll_profile_templates", {}, signal),
  );
  return (
    <Page
      title={say.title}
      about={
        <>
          {say.about} <TextLink to="/payroll/codes">{say.codes}</TextLink>
        </>
      }
    >
      <Loaded query={profiles}>
        {(found) => (
          <>
            <ProfileRows profiles={found} />
            {found.length > 0 && <Preview profiles={found} />}
          </>
        )}
      </Loaded>
      <Loaded query={templates}>
        {(found) => (
          <Part title={say.layouts} about={say.layoutsAbout}>
            <Rows
              label={say.layouts}
              rows={found}
              rowKey={({ name }) => name}
              empty={say.none}
              columns={[
                { label: say.layout, value: ({ name }) => name },
                {
                  label: words.common.actions,
                  heading: "",
                  value: ({ name, kind, settings }) => (
                    <ProfileDialog
                      name={name}
                      kind={kind}
                      settings={settings as Settings}
                      button={say.add}
                      buttonProps={{ "aria-label": `${say.add}: ${name}` }}
                    />
                  ),
                },
              ]}
            />
          </Part>
        )}
      </Loaded>
    </Page>
  );
}

function ProfileRows({ profiles }: { profiles: readonly Profile[] }) {
  return (
    <Part title={say.profiles}>
      <Rows
        label={say.profiles}
        rows={profiles}
        rowKey={({ id }) => id}
        empty={say.none}
        columns={[
          { label: say.name, value: ({ name }) => name },
          { label: say.layout, value: ({ kind }) => say.kinds[kind] ?? kind },
          { label: say.file, value: ({ file_name: file }) => file ?? say.anyFile },
          {
            label: words.common.actions,
            heading: "",
            value: ({ id, name, kind, settings }) => (
              <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
                <ProfileDialog
                  id={id}
                  name={name}
                  kind={kind}
                  settings={settings as Settings}
                  button={say.change}
                  buttonProps={{ "aria-label": `${say.change}: ${name}` }}
                />
                <FormDialog
                  button={say.remove}
                  title={say.removeTitle(name)}
                  text={say.removeAbout}
                  submit={say.removeSubmit}
                  done={say.removed}
                  buttonProps={{ color: "error", "aria-label": `${say.remove}: ${name}` }}
                  act={() =>
                    remove("payroll_profiles", { id: `eq.${id}` })}
                />
              </Box>
            ),
          },
        ]}
      />
    </Part>
  );
}

function Preview({ profiles }: { profiles: readonly Profile[] }) {
  const batches = useAsk(["payroll_batches", "to look at"], (signal) =>
    rows("payroll_batches", {
      select: "id,status,payroll_periods(period_start,period_end)",
      status: "neq.discarded",
      order: "prepared_at.desc,id",
      limit: "20",
    }, signal));
  const [chosen, setChosen] = useState({ profile: "", batch: "", employment: "w2" });
  const set = (name: keyof typeof chosen) => ({ target }: { target: { value: string } }) =>
    setChosen({ ...chosen, [name]: target.value });
  return (
    <Part title={say.preview} about={say.previewAbout}>
      <Loaded query={batches}>
        {(found) => (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, mt: 1 }}>
            <Choice
              label={say.profile}
              value={chosen.profile}
              set={set("profile")}
              choices={profiles.map(({ name }) => [name, name])}
            />
            <Choice
              label={say.batch}
              value={chosen.batch}
              set={set("batch")}
              choices={found.map(({ id, status, payroll_periods: paid }) => [
                id,
                `${period(paid.period_start, paid.period_end)}, ${words.states[status] ?? status}`,
              ])}
            />
            <Choice
              label={say.whose}
              value={chosen.employment}
              set={set("employment")}
              choices={Object.entries(words.payroll.files.names)}
            />
          </Box>
        )}
      </Loaded>
      {chosen.profile !== "" && chosen.batch !== "" && (
        <Shown {...chosen} employment={chosen.employment as Employment} />
      )}
    </Part>
  );
}

function Choice({ label, value, set, choices }: {
  label: string;
  value: string;
  set: (event: { target: { value: string } }) => void;
  choices: readonly (readonly [id: string, name: string])[];
}) {
  return (
    <TextField
      select
      size="small"
      variant="outlined"
      fullWidth={false}
      margin="none"
      sx={{ minWidth: 220 }}
      label={label}
      value={value}
      onChange={set}
    >
      {choices.map(([id, name]) => <MenuItem key={id} value={id}>{name}</MenuItem>)}
    </TextField>
  );
}

function Shown({ profile, batch, employment }: {
  profile: string;
  batch: string;
  employment: Employment;
}) {
  const of = { payroll_batch_id: batch, employment, profile };
  const file = useAsk(
    ["payroll_earnings_file", batch, employment, profile],
    (signal) => call("payroll_earnings_file", of, signal),
  );
  const obstacles = useObstacles(batch, [profile], [employment]);
  return (
    <>
      {obstacles !== undefined && obstacles.length > 0 && (
        <Alert severity="warning" sx={{ my: 1 }}>
          {say.lacks}
          <ul>{obstacles.map(({ text }) => <li key={text}>{text}</li>)}</ul>
        </Alert>
      )}
      <Loaded query={file}>
        {(text) => (
          <Box
            component="pre"
            aria-label={say.preview}
            tabIndex={0}
            sx={{ overflowX: "auto", fontSize: 13, my: 1 }}
          >
            {text.split(/\r?\n/).slice(0, SHOWN).join("\n")}
          </Box>
        )}
      </Loaded>
    </>
  );
}
