-- Which open amounts a check pays, when it pays several of them to the cent.
--
-- Meet in the middle: each subset of the first twelve amounts is matched with one of the next twelve that adds what the
-- target lacks. There are 4096 a half at most, and of those with the same sum only the best is matched, so that many
-- equal amounts do not make many pairs. Matched by a window: for a join the planner, who cannot know how many subsets
-- there will be, takes a nested loop over 4096 × 4096.
create function private.positions_summing_to(amounts numeric[], target numeric)
returns int[]
language sql
immutable
set search_path = ''
as $$
    with recursive item (amount, position, half) as (
        select open.amount, open.position::int, (row_number() over (order by open.position) - 1) / 12
          from unnest(positions_summing_to.amounts) with ordinality as open (amount, position)
         where open.amount > 0 and open.amount <= positions_summing_to.target
         order by open.position
         limit 24
    ),
    subset (half, positions, last_position, total) as (
        select half, array[]::int[], 0, 0::numeric
          from generate_series(0, 1) as half
        union all
        select subset.half, subset.positions || item.position, item.position, subset.total + item.amount
          from subset
          join item
            on item.half = subset.half
           and item.position > subset.last_position
           and subset.total + item.amount <= positions_summing_to.target
    ),
    best as (
        select distinct on (subset.half, subset.total)
               subset.half, subset.positions,
               case subset.half when 0 then subset.total
                                else positions_summing_to.target - subset.total end as meets_at
          from subset
         order by subset.half, subset.total, cardinality(subset.positions), subset.positions
    ),
    pair as (
        select best.positions as earlier,
               lead(best.positions) over (partition by best.meets_at order by best.half) as later
          from best
    )
    select pair.earlier || pair.later
      from pair
     where pair.later is not null
     order by cardinality(pair.earlier || pair.later), pair.earlier || pair.later
     limit 1;
$$;
comment on function private.positions_summing_to(numeric[], numeric) is
$$The positions, ascending from 1, of the amounts that add up to the target; null when none do.

The fewest, then the first ones. Of the amounts above 0 and at most the target, the first 24 are looked at.$$;
revoke execute on function private.positions_summing_to(numeric[], numeric)
    from public, anon, authenticated, service_role;
