-- Papers that people need for their work, and where which is asked for. docs/credentials.md says what counts. A firm without
-- requirements notices nothing of it.
create table public.credential_kinds (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint credential_kind_name_is_named check (name ~ '\S' and name = btrim(name))
        constraint name_is_short check (private.require_line('name', name, 200)),
    months_good int
        constraint months_good_are_plausible check (months_good between 1 and 600),
    is_confidential boolean not null default false,
    created_at timestamptz not null default now()
);
comment on table public.credential_kinds is
$$Kinds of credentials: licenses, certificates, health and background checks. A state's license is a kind of its own.

Example: [{"name": "RN license, Colorado", "months_good": null, "is_confidential": false},
{"name": "TB test", "months_good": 12, "is_confidential": true}]$$;
comment on column public.credential_kinds.name is 'Name on lists and in refusals, once in whatever case.';
comment on column public.credential_kinds.months_good is
    'Months for which one is good from the day it was issued, where nobody says when it expires. Null = one without expires_on is good for ever.';
comment on column public.credential_kinds.is_confidential is
    'True of health and background checks: of one, only recruiting and admins read more than whether it is valid.';
comment on constraint credential_kind_name_is_named on public.credential_kinds is
$$The name of the kind is blank, or has blanks around it.

Give its name.$$;
comment on constraint months_good_are_plausible on public.credential_kinds is
$$A credential is good for 1 to 600 months.

Give a number of months between them, or none where each says itself when it expires.$$;

create unique index credential_kind_is_named_once on public.credential_kinds (lower(name));

alter table public.credential_kinds enable row level security;

create table public.credentials (
    id uuid primary key default gen_random_uuid(),
    candidate_id uuid references public.candidates (id) on delete cascade,
    contractor_id uuid references public.contractors (id),
    credential_kind_id uuid not null references public.credential_kinds (id),
    number text
        constraint credential_number_is_not_blank check (number ~ '\S')
        constraint number_is_short check (private.require_line('number', number, 200)),
    issued_on date constraint issued_on_is_finite check (isfinite(issued_on)),
    expires_on date constraint expires_on_is_finite check (isfinite(expires_on)),
    verified_at timestamptz,
    verified_by uuid,
    document_url text
        constraint document_url_is_short check (private.require_line('document_url', document_url, 2000))
        constraint document_url_is_an_address check (document_url ~ '^https?://[^\s]+$'),
    created_at timestamptz not null default now(),
    constraint credential_is_of_one_person check (num_nonnulls(candidate_id, contractor_id) = 1),
    constraint credential_ends_after_it_starts check (expires_on >= issued_on),
    constraint only_verified_credentials_say_by_whom check (verified_by is null or verified_at is not null)
);
comment on table public.credentials is
$$Credentials of candidates and contractors; a hire makes those of the candidate the contractor's. A renewed one is a row of its
own, so that past days stay as they were. No findings are kept, such as the result of a test.

Example: [{"contractor_id": "$contractor_id", "credential_kind_id": "$credential_kind_id", "number": "RN.1650042",
"issued_on": "2025-10-01", "expires_on": "2027-09-30"}]$$;
comment on column public.credentials.candidate_id is 'The candidate whose it is, until they are hired. Null = it is a contractor''s.';
comment on column public.credentials.contractor_id is 'The contractor whose it is. Null = it is a candidate''s.';
comment on column public.credentials.number is 'Number that the issuer gave it. Null = none.';
comment on column public.credentials.issued_on is 'The first day on which it is good. Null = it always was.';
comment on column public.credentials.expires_on is
    'The last day on which it is good. Left out, it follows from issued_on and the months of its kind; null = it does not expire.';
comment on column public.credentials.verified_at is
    'Time at which somebody looked it up with its issuer; the server''s, whatever is given. Null = nobody did: it counts all the same. Goes when what it says changes.';
comment on column public.credentials.verified_by is 'The user who verified it; null where no person did.';
comment on column public.credentials.document_url is
    'Address at which the firm keeps the paper itself, for recruiting and admins. Null = not said.';
comment on constraint credential_number_is_not_blank on public.credentials is
$$The number of the credential is blank.

Give it, or leave it out.$$;
comment on constraint document_url_is_an_address on public.credentials is
$$The address of the document is none.

Enter it from https:// on, without blanks, or leave it empty.$$;
comment on constraint credential_is_of_one_person on public.credentials is
$$A credential is of one person.

Give the candidate or the contractor, and not both.$$;
comment on constraint credential_ends_after_it_starts on public.credentials is
$$The credential would expire before it was issued.

Correct the days.$$;
comment on constraint only_verified_credentials_say_by_whom on public.credentials is
$$A credential that nobody verified does not say who did.

Say when it was verified, or leave out by whom.$$;

-- The same one twice is a slip of the hand, or a file that came again.
create unique index credential_is_entered_once on public.credentials (
    coalesce(contractor_id, candidate_id), credential_kind_id, coalesce(number, ''), coalesce(expires_on, 'infinity'));
create index credentials_by_contractor_and_kind on public.credentials (contractor_id, credential_kind_id)
    where contractor_id is not null;
create index credentials_by_candidate on public.credentials (candidate_id) where candidate_id is not null;
create index credentials_by_kind on public.credentials (credential_kind_id);
-- A page of what runs out, soonest first.
create index credentials_by_end on public.credentials (expires_on, id);

alter table public.credentials enable row level security;

create table public.requirements (
    id uuid primary key default gen_random_uuid(),
    credential_kind_id uuid not null references public.credential_kinds (id),
    facility_id uuid references public.facilities (id),
    assignment_id uuid references public.assignments (id),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    created_at timestamptz not null default now(),
    constraint requirement_is_of_one_place check (num_nonnulls(facility_id, assignment_id) <= 1),
    constraint requirement_ends_after_it_starts check (effective_to >= effective_from),
    constraint requirements_never_overlap
        exclude using gist (
            credential_kind_id with =,
            coalesce(facility_id, assignment_id, '00000000-0000-0000-0000-000000000000') with =,
            daterange(effective_from, effective_to, '[]') with &&)
);
comment on table public.requirements is
$$Credentials that are asked for: of everybody whom the firm places, of who works at a facility, or of one assignment. Whoever is
placed already stays, and is listed.

Example: [{"credential_kind_id": "$credential_kind_id", "facility_id": "$facility_id", "effective_from": "2026-03-01"}]$$;
comment on column public.requirements.facility_id is
    'The facility that asks for it, or the program, for all facilities that are billed to it. Null with assignment_id null = the firm does.';
comment on column public.requirements.assignment_id is 'The assignment that it is asked for at. Null = not of one alone.';
comment on column public.requirements.effective_from is 'The first day of work on which it is asked for.';
comment on column public.requirements.effective_to is 'The last such day; null = it goes on.';
comment on constraint requirement_is_of_one_place on public.requirements is
$$A requirement is of the firm, of a facility or of an assignment.

Give the facility or the assignment, or neither for the firm.$$;
comment on constraint requirements_never_overlap on public.requirements is
$$The same is required there on some of these days already.

End that requirement the day before, or choose other days.$$;

create index requirements_by_kind on public.requirements (credential_kind_id);
create index requirements_by_facility on public.requirements (facility_id) where facility_id is not null;
create index requirements_by_assignment on public.requirements (assignment_id) where assignment_id is not null;

alter table public.requirements enable row level security;
