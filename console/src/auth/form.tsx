import {
  Button,
  FilledInput,
  FormControl,
  FormHelperText,
  IconButton,
  InputAdornment,
  InputLabel,
} from "@mui/material";
import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useId,
  useState,
} from "react";
import { entrance } from "./words.ts";

/** Texts that were typed, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;
/** Faults of what was typed, by the names of the fields. */
export type Faults = Readonly<Record<string, string>>;

const Wrong = createContext<Faults>({});

/**
 * A form of the pages before the console, which do without react-admin: plain inputs, which a password manager may fill
 * in, and which are checked when they are sent.
 */
export function EntranceForm({ send, children }: {
  /** Sends what was typed; answers what is wrong with it. */
  send: (typed: Typed) => Promise<Faults | void>;
  children: ReactNode;
}) {
  const [faults, setFaults] = useState<Faults>({});
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const inputs = [...form.querySelectorAll("input")];
    const typed = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
    const found = faultsOf(inputs);
    const wrong = Object.keys(found).length > 0 ? found : await send(typed) ?? {};
    setFaults(wrong);
    inputs.find(({ name }) => name in wrong)?.focus();
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onInput={({ target }) => {
        const name = target instanceof HTMLInputElement ? target.name : "";
        if (name in faults) setFaults(({ [name]: _, ...others }) => others);
      }}
      noValidate
    >
      <Wrong value={faults}>{children}</Wrong>
    </form>
  );
}

function faultsOf(inputs: readonly HTMLInputElement[]): Faults {
  return Object.fromEntries(inputs.flatMap((input) => {
    const { name, value, required, minLength, validity } = input;
    const fault = required && value.trim() === ""
      ? entrance.required
      : validity.typeMismatch
      ? entrance.noAddress
      : value.length < minLength
      ? entrance.short(minLength)
      : null;
    return fault === null ? [] : [[name, fault]];
  }));
}

/** A field that must be filled in. */
export function Field({ name, label, type = "text", shortest, autoFocus = false, ...rest }: {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  /** Least number of characters. */
  shortest?: number;
  autoComplete: string;
  autoFocus?: boolean;
  value?: string;
}) {
  const id = useId();
  const fault = useContext(Wrong)[name];
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // By the DOM: React's own attribute is not there for what is drawn later.
    if (autoFocus) document.getElementById(id)?.focus();
  }, []);
  return (
    <FormControl
      variant="filled"
      margin="dense"
      size="small"
      fullWidth
      error={fault !== undefined}
    >
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <FilledInput
        id={id}
        name={name}
        type={isShown ? "text" : type}
        defaultValue={rest.value ?? ""}
        autoComplete={rest.autoComplete}
        aria-describedby={`${id}-fault`}
        inputProps={{ required: true, ...shortest === undefined ? {} : { minLength: shortest } }}
        endAdornment={type === "password" && (
          <InputAdornment position="end">
            <IconButton
              aria-label={entrance.show}
              aria-pressed={isShown}
              size="small"
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <Visibility fontSize="small" /> : <VisibilityOff fontSize="small" />}
            </IconButton>
          </InputAdornment>
        )}
      />
      <FormHelperText id={`${id}-fault`}>{fault ?? " "}</FormHelperText>
    </FormControl>
  );
}

/** The button that sends the form. */
export function SendButton({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <Button type="submit" variant="contained" fullWidth disabled={isBusy}>
      {isBusy ? entrance.running : label}
    </Button>
  );
}

/** Another way in. */
export function WayButton({ label, go }: { label: string; go: () => void }) {
  return <Button fullWidth sx={{ mt: 1 }} onClick={go}>{label}</Button>;
}
