import { Box, Button, FormHelperText, Typography } from "@mui/material";
import { useId, useState } from "react";
import { useInput } from "react-admin";
import { words } from "../../words.ts";

const say = words.settings.letterhead;
const MOST_BYTES = 100_000;
const MOST_PIXELS = 2_000;

/** A picture, kept as the text of a data URI; what cannot be printed is refused here already. */
export function LogoInput({ source }: { source: string }) {
  const { field } = useInput({ source });
  const [wrong, setWrong] = useState<string | null>(null);
  const helperId = useId();

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const picture = await pictureOf(file);
    setWrong("wrong" in picture ? picture.wrong : null);
    if ("uri" in picture) field.onChange(picture.uri);
  }

  return (
    <Box sx={{ my: 1 }}>
      <Typography variant="body2" color="text.secondary">{say.logo}</Typography>
      {field.value && <Logo uri={String(field.value)} />}
      <Box sx={{ display: "flex", gap: 1, my: 1 }}>
        {/* The input within is what is pressed, and what the keyboard comes to. */}
        <Button component="label" role={undefined} variant="outlined" size="small" tabIndex={-1}>
          {say.chooseLogo}
          <Box
            component="input"
            type="file"
            name={source}
            accept="image/png,image/jpeg"
            aria-describedby={helperId}
            sx={HIDDEN}
            onChange={({ target }) => {
              const [file] = (target as HTMLInputElement).files ?? [];
              void choose(file);
            }}
          />
        </Button>
        {field.value && (
          <Button size="small" onClick={() => field.onChange("")}>{say.removeLogo}</Button>
        )}
      </Box>
      <FormHelperText
        id={helperId}
        error={wrong !== null}
        role={wrong === null ? undefined : "alert"}
      >
        {wrong ?? say.logoAbout}
      </FormHelperText>
    </Box>
  );
}

/** The picture on white, as it is printed. */
export function Logo({ uri }: { uri: string }) {
  return (
    <Box
      component="img"
      src={uri}
      alt={say.logo}
      sx={{ maxWidth: 240, maxHeight: 80, bgcolor: "common.white", p: 0.5, display: "block" }}
    />
  );
}

/** Seen by nobody, and yet reached by the keyboard and read aloud. */
const HIDDEN = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;

async function pictureOf(file: File): Promise<{ uri: string } | { wrong: string }> {
  if (!["image/png", "image/jpeg"].includes(file.type)) return { wrong: say.notPicture };
  if (file.size > MOST_BYTES) return { wrong: say.tooLarge(Math.ceil(file.size / 1000)) };
  const uri = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  const image = new Image();
  image.src = uri;
  try {
    await image.decode();
  } catch {
    return { wrong: say.notPicture };
  }
  const isLarge = image.naturalWidth > MOST_PIXELS || image.naturalHeight > MOST_PIXELS;
  return isLarge ? { wrong: say.tooWide } : { uri: writtenAnew(image, file.type) };
}

/** The picture as the browser reads it: whatever is odd in the file is gone. Smaller where it would become too large. */
function writtenAnew(image: HTMLImageElement, type: string): string {
  const canvas = document.createElement("canvas");
  for (let share = 1;; share *= 0.8) {
    canvas.width = Math.max(1, Math.round(image.naturalWidth * share));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * share));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const uri = canvas.toDataURL(type, 0.92);
    if (uri.length * 3 / 4 <= MOST_BYTES) return uri;
  }
}
