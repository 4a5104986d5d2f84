/** Hands a text over as a file. */
export function download(
  text: string,
  name: string,
  type = "text/csv;charset=utf-8",
): void {
  downloadFile(new File([text], name, { type }));
}

/** Hands a file over under its name. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(url);
}
