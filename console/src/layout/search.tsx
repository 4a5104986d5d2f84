import SearchIcon from "@mui/icons-material/Search";
import {
  Autocomplete,
  Box,
  Dialog,
  DialogContent,
  IconButton,
  TextField,
  Tooltip,
  Typography,
} from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { call, type RowOf } from "../api/call.ts";
import { refusalOf } from "../api/refusal.ts";
import { day, money } from "../ui/format.ts";
import { pathOf } from "../ui/links.tsx";
import { useAsk } from "../ui/loaded.tsx";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";

type Found = RowOf<"search">;
const say = words.search;

/** Pages of what is found, by its kind. */
const PAGES: Readonly<Record<Found["kind"], (found: Found) => string>> = {
  contractor: ({ id }) => pathOf.contractor(id),
  candidate: ({ id }) => pathOf.candidate(id),
  facility: ({ id }) => pathOf.facility(id),
  assignment: ({ id }) => pathOf.assignment(id),
  invoice: ({ id }) => pathOf.invoice(id),
  credit_note: ({ id, invoice_id }) => pathOf.invoice(invoice_id ?? id),
  check: ({ id }) => pathOf.check(id),
  order: () => "/billing/orders",
};

/** Typed text, once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** True if a key was pressed where somebody types. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** The way to a person, a place or a number from every page: by its button, Ctrl-K or the slash. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) ||
        event.key === "/" && !isTyping(event);
      // A dialog that is open has what somebody typed.
      if (!isAsked || document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <Tooltip title={say.hint}>
        <IconButton color="inherit" aria-label={say.title} onClick={() => setOpen(true)}>
          <SearchIcon />
        </IconButton>
      </Tooltip>
      {isOpen && <SearchDialog close={() => setOpen(false)} />}
    </>
  );
}

function SearchDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState("");
  const text = useSettled(typed.trim());
  const navigate = useNavigate();
  const found = useAsk(
    ["search", text],
    (signal) => call("search", { text }, signal),
    { enabled: text !== "", placeholderData: keepPreviousData },
  );
  const isWaiting = text !== typed.trim() || found.isFetching;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={close}
      aria-label={say.title}
      // The list opens below the field.
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <DialogContent>
        <Autocomplete<Found>
          open={typed.trim() !== "" && (!isWaiting || found.data !== undefined)}
          options={typed.trim() === "" ? [] : [...found.data ?? []]}
          filterOptions={(options) => options}
          getOptionKey={({ kind, id }) => `${kind} ${id}`}
          getOptionLabel={({ name }) => name}
          inputValue={typed}
          onInputChange={(_, value, reason) => reason === "input" && setTyped(value)}
          onChange={(_, chosen) => {
            if (chosen === null) return;
            close();
            void navigate(PAGES[chosen.kind](chosen));
          }}
          onClose={(_, reason) => reason === "escape" && close()}
          autoHighlight
          forcePopupIcon={false}
          loading={isWaiting}
          loadingText={words.common.loading}
          noOptionsText={say.nothing}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={say.title}
              helperText={say.help}
              slotProps={{
                ...params.slotProps,
                htmlInput: { ...params.slotProps.htmlInput, maxLength: 200 },
              }}
            />
          )}
          renderOption={({ key, ...props }, option) => (
            <Box component="li" key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{option.name}</Typography>
                <Typography variant="body2" color="text.secondary" noWrap>
                  {aboutOf(option)}
                </Typography>
              </Box>
            </Box>
          )}
        />
        {found.error && <RefusalNote refusal={refusalOf(found.error)} />}
      </DialogContent>
    </Dialog>
  );
}

/** The words that tell one from others of its name: its kind, place, state, day and amount. */
function aboutOf({ kind, name, facility_name, state, on_date, amount }: Found): string {
  return [
    say.kinds[kind],
    facility_name === name ? null : facility_name,
    state === null ? null : words.states[state] ?? state,
    on_date === null ? null : day(on_date),
    amount === null ? null : money(amount),
  ].filter(Boolean).join(" · ");
}
