/** Of a batch, all that its files are told from those of others by. */
export interface NamedBatch {
  readonly id: string;
  readonly kind: "regular" | "off_cycle";
  /** Of an off-cycle batch; null is that of its period. */
  readonly pay_date: string | null;
  readonly payroll_periods: {
    readonly period_start: string;
    readonly period_end: string;
    readonly pay_group_id: string;
  };
}

/**
 * Name under which a file of a batch is saved: its period, its pay group where there are several, where it is off the
 * cycle the pay date and the first digits of its id, since several may be paid on one day, and the employment.
 *
 * @param employment of whom the file is; null: of everybody
 * @param groups the pay groups where there are several; else none
 */
export function fileNameOf(
  { id, kind, pay_date: payDate, payroll_periods: period }: NamedBatch,
  employment: string | null,
  groups: readonly { readonly id: string; readonly name: string }[],
): string {
  const group = groups.find(({ id }) => id === period.pay_group_id)?.name;
  return [
    "payroll",
    period.period_start,
    period.period_end,
    ...group === undefined ? [] : [plain(group)],
    ...kind === "off_cycle" ? [`off-cycle-${payDate}-${id.slice(0, 8)}`] : [],
    ...employment === null ? [] : [employment],
  ].join("-") + ".csv";
}

/** Letters and digits of a name, as every file system takes them. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
}
