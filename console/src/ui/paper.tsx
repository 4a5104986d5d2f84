import DownloadIcon from "@mui/icons-material/Download";
import PdfIcon from "@mui/icons-material/PictureAsPdfOutlined";
import type { ButtonProps } from "@mui/material";
import { documentOf } from "../api/client.ts";
import { words } from "../words.ts";
import { ActButton } from "./act.tsx";
import { downloadFile } from "./download.ts";

/** The other tab has read it by then, and may be asked for it again. */
const KEPT_MS = 5 * 60_000;

/** A button that opens a document in a tab of its own; `path` is below the address of documents. */
export function PaperButton(
  { path, label = words.paper.pdf, ...rest }:
    & { path: string; label?: string }
    & Omit<ButtonProps, "onClick" | "children">,
) {
  return (
    <ActButton
      label={label}
      variant="text"
      startIcon={<PdfIcon />}
      {...rest}
      act={() => openDocument(path)}
    />
  );
}

/** A button that saves a document under its number, which a viewer in a tab does not. */
export function DownloadButton(
  { path, label = words.paper.download, ...rest }:
    & { path: string; label?: string }
    & Omit<ButtonProps, "onClick" | "children">,
) {
  return (
    <ActButton
      label={label}
      variant="text"
      startIcon={<DownloadIcon />}
      {...rest}
      act={async () => downloadFile(await documentOf(path))}
    />
  );
}

/** The tab is opened while the click counts, else it would be held to be a pop-up. */
async function openDocument(path: string): Promise<void> {
  const tab = open("about:blank", "_blank");
  try {
    const url = URL.createObjectURL(await documentOf(path));
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
    if (tab !== null) tab.location.href = url;
    else location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
