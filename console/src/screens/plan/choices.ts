/** Choices of a select, of the names of its values. */
export function choicesFrom(
  names: Readonly<Record<string, string>>,
): { readonly id: string; readonly name: string }[] {
  return Object.entries(names).map(([id, name]) => ({ id, name }));
}
