import { Box, Typography } from "@mui/material";
import { useTheme } from "@mui/material/styles";
import { useEffect, useRef } from "react";

/** Parts of Observable Plot; it comes only with a picture. */
export type PlotModule = typeof import("@observablehq/plot");

interface Picture {
  draw: (
    plot: PlotModule,
    size: { width: number; height: number; color: string },
  ) => Element;
  label: string;
  height?: number;
}

/**
 * A picture. `label` says in words what it shows, for those who do not see it; `nothing` says so where there is nothing
 * to draw.
 */
export function Plot({ nothing = null, ...picture }: Picture & { nothing?: string | null }) {
  return nothing === null
    ? <Drawn {...picture} />
    : <Typography color="text.secondary" sx={{ my: 2 }}>{nothing}</Typography>;
}

function Drawn({ draw, label, height = 260 }: Picture) {
  const place = useRef<HTMLDivElement>(null);
  const { palette } = useTheme();
  useEffect(() => {
    let isGone = false;
    let drawn = 0;
    const show = async () => {
      const plot = await import("@observablehq/plot");
      const width = Math.floor(place.current?.clientWidth ?? 0);
      if (isGone || width === 0 || width === drawn) return;
      drawn = width;
      const picture = draw(plot, { width, height, color: palette.text.primary });
      // The label says it in words; the marks' own labels are Plot's names of them.
      picture.setAttribute("aria-hidden", "true");
      place.current?.replaceChildren(picture);
    };
    const resized = new ResizeObserver(() => void show());
    if (place.current) resized.observe(place.current);
    return () => {
      isGone = true;
      resized.disconnect();
    };
  }, [draw, height, palette.text.primary]);
  return (
    <Box
      ref={place}
      role="img"
      aria-label={label}
      sx={{ minHeight: height, color: "text.primary", "& figure": { m: 0 } }}
    />
  );
}
