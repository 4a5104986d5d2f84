import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from "@mui/material";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Form } from "react-admin";
import { useFormContext } from "react-hook-form";
import { fieldOf } from "../api/field_of_slug.ts";
import { type Refusal, refusalOf } from "../api/refusal.ts";
import { words } from "../words.ts";
import { useAct } from "./act.tsx";
import { useAskBeforeClose } from "./ask_before_close.tsx";
import { KeepTyped, useKept } from "./kept_values.tsx";
import { useCloseMore } from "./more.tsx";
import { RefusalNote } from "./refusal_note.tsx";

/** Values of a form's inputs. */
export type Values = Record<string, unknown>;

/**
 * A button that asks before it acts: in words, and by inputs where something has to be said. A refusal stays in the
 * dialog, beside the field that it is about.
 */
export function FormDialog(props: {
  button: string;
  title: string;
  text?: ReactNode;
  submit: string;
  /** Said afterwards, unless what follows says it. */
  done?: string;
  act: (values: Values) => Promise<unknown>;
  children?: ReactNode;
  defaultValues?: Values | (() => Values);
  buttonProps?: ButtonProps;
}) {
  const [isOpen, setOpen] = useState(false);
  const closeMore = useCloseMore();
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-haspopup="dialog"
        {...props.buttonProps}
        onClick={(event) => {
          event.stopPropagation();
          closeMore();
          setOpen(true);
        }}
      >
        {props.button}
      </Button>
      {isOpen && <OpenDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

/** Values that were there and were emptied, as null: the form leaves them out. */
function emptied(defaults: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(defaults)
      .filter(([name, value]) => !(name in values) && value !== null && value !== undefined)
      .map(([name]) => [name, null]),
  );
}

function OpenDialog(
  props: Parameters<typeof FormDialog>[0] & { close: () => void },
) {
  const { title, text, submit, done, act, children } = props;
  const kept = useKept(title);
  const close = () => {
    kept.forget();
    props.close();
  };
  const { onInput, leave, question } = useAskBeforeClose(close, kept.values !== null);
  const [defaults] = useState(() =>
    typeof props.defaultValues === "function" ? props.defaultValues() : props.defaultValues ?? {}
  );
  const { isBusy, refusal, run } = useAct();
  const id = useId();
  const inputs = useRef<HTMLDivElement>(null);

  async function send(
    values: Values,
  ): Promise<Record<string, string> | undefined> {
    let errors: Record<string, string> | undefined;
    await run(async () => {
      try {
        await act({ ...emptied(defaults, values), ...values });
      } catch (thrown) {
        const field = fieldOf(refusalOf(thrown).slug);
        // Only what is in this form: an error of a field that is not there would never go away.
        const isHere = Boolean(inputs.current?.querySelector(`[name="${field}"]`));
        if (field !== null && isHere) errors = { [field]: refusalOf(thrown).message };
        throw thrown;
      }
      close();
    }, done);
    return errors;
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      // What is filled in scrolls, and the buttons stay in sight.
      sx={{
        "& .MuiDialog-paper > form": { display: "flex", flexDirection: "column", minHeight: 0 },
      }}
      onClose={() => isBusy || leave()}
      onInput={onInput}
      aria-labelledby={id}
      onClick={(event) => event.stopPropagation()}
    >
      <Form
        onSubmit={send}
        defaultValues={{ ...defaults, ...kept.values }}
        sanitizeEmptyValues
        disableInvalidFormNotification // each field says it
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        {/* Who comes to a field by the keyboard sees it above what sticks to the bottom. */}
        <DialogContent sx={{ scrollPaddingBottom: (theme) => theme.spacing(20) }}>
          {text !== undefined && <Typography component="div" sx={{ mb: 2 }}>{text}</Typography>}
          <KeepTyped kept={kept} />
          {kept.values !== null && (
            <Alert severity="info" sx={{ mb: 2 }}>{words.leaving.back}</Alert>
          )}
          <Box ref={inputs} sx={{ display: "flex", flexDirection: "column" }}>
            {children}
          </Box>
          <FormRefusal refusal={refusal} inputs={inputs} />
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={isBusy}>
            {words.common.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {isBusy ? words.common.running : submit}
          </Button>
        </DialogActions>
      </Form>
      {question}
    </Dialog>
  );
}

/** A refusal within the form that was refused: what lets it pass is chosen there, and it is sent again. */
function FormRefusal(
  { refusal, inputs }: { refusal: Refusal | null; inputs: RefObject<HTMLDivElement | null> },
) {
  const { setValue } = useFormContext();
  const [fields, setFields] = useState<readonly string[]>([]);
  // A refusal may bring an input with it: what is there is seen afterwards.
  useEffect(() => {
    const named = inputs.current?.querySelectorAll<HTMLInputElement>("[name]") ?? [];
    setFields([...named].map(({ name }) => name));
  }, [refusal, inputs]);
  return (
    <RefusalNote
      refusal={refusal}
      canAllow={(field) => fields.includes(field)}
      onTake={(field) => {
        if (field !== null) setValue(field, true, { shouldDirty: true });
        inputs.current?.closest("form")?.requestSubmit();
      }}
    />
  );
}
