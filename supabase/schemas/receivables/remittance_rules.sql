-- Records of what a bank and a payer said: procedures alone add what became of it, whoever asks.
create trigger remittances_stay_as_they_were_told
    before update on public.remittances
    for each row when (
        old.id is distinct from new.id or old.bank_reference is distinct from new.bank_reference
        or old.received_on is distinct from new.received_on or old.amount is distinct from new.amount
        or old.method is distinct from new.method or old.check_number is distinct from new.check_number
        or old.facility_number is distinct from new.facility_number or old.payer is distinct from new.payer
        or old.remark is distinct from new.remark or old.imported_by is distinct from new.imported_by
        or old.created_at is distinct from new.created_at)
    execute function private.refuse_write(
        'remittance_is_kept', 'The remittance of {received_on} over {amount} stays as the bank reported it.',
        'Correct the check that was entered of it.');

create trigger remittances_are_not_deleted
    before delete on public.remittances
    for each row execute function private.refuse_write(
        'remittance_is_kept', 'The remittance of {received_on} over {amount} is not deleted.',
        'Set it aside, if it is no facility''s payment.');

create trigger remittance_lines_stay_as_they_were_told
    before update on public.remittance_lines
    for each row when (
        old.id is distinct from new.id or old.remittance_id is distinct from new.remittance_id
        or old.invoice_number is distinct from new.invoice_number or old.amount is distinct from new.amount
        or old.deduction is distinct from new.deduction
        or old.deduction_reason is distinct from new.deduction_reason
        or old.created_at is distinct from new.created_at)
    execute function private.refuse_write(
        'remittance_is_kept', 'What a remittance says of invoice {invoice_number} stays as it was told.',
        'Change the lines of the reconciliation.');

create trigger remittance_lines_are_not_deleted
    before delete on public.remittance_lines
    for each row execute function private.refuse_write(
        'remittance_is_kept', 'What a remittance says of invoice {invoice_number} is not deleted.',
        'Change the lines of the reconciliation.');
