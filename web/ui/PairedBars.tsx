import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { groupDigits } from './format.ts';
import classes from './PairedBars.module.css';

/** Two counts that belong together, what they are in words, and the way to what was counted. */
export type Pair = {
  key: string;
  text: string;
  /** What stands below the first and the last pair. */
  label: string;
  first: number;
  second: number;
  to: string;
};

const [height, step, bar] = [100, 24, 8] as const;
const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * A small chart of pairs of bars. One stop of the tab key; arrows go from pair to pair, and Enter leads
 * to what was counted. What the pair under the pointer or the focus says stands below.
 */
export function PairedBars({
  title,
  description,
  pairs,
  legend,
}: {
  title: string;
  description: string;
  pairs: readonly Pair[];
  legend: readonly [string, string];
}) {
  const [shown, setShown] = useState<number>();
  const most = Math.max(1, ...pairs.flatMap(({ first, second }) => [first, second]));
  return (
    <figure className={classes.figure}>
      <div className={classes.most} aria-hidden="true">
        {groupDigits(most)}
      </div>
      <Chart title={title} description={description} pairs={pairs} most={most} onShow={setShown} />
      <div className={classes.ends} aria-hidden="true">
        <span>{pairs[0]?.label}</span>
        <span>{pairs.at(-1)?.label}</span>
      </div>
      <figcaption className={classes.caption} aria-hidden="true">
        {shown !== undefined && pairs[shown] ? (
          <span>{pairs[shown].text}</span>
        ) : (
          <Legend legend={legend} />
        )}
      </figcaption>
    </figure>
  );
}

/** The pair that was entered last, and how keys go to others. */
function useEnteredPair(count: number) {
  const chart = useRef<SVGSVGElement>(null);
  const [entered, setEntered] = useState(count - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const go = steps[event.key];
    if (!go) return;
    event.preventDefault();
    const next = go(entered, count - 1);
    setEntered(next);
    chart.current?.querySelectorAll('a')[next]?.focus();
  };
  return { chart, entered, setEntered, onKeyDown };
}

function Chart({
  title,
  description,
  pairs,
  most,
  onShow,
}: {
  title: string;
  description: string;
  pairs: readonly Pair[];
  /** The highest count. */
  most: number;
  onShow: (at: number | undefined) => void;
}) {
  const id = useId();
  const { chart, entered, setEntered, onKeyDown } = useEnteredPair(pairs.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: An SVG holds no fieldset.
    <svg
      ref={chart}
      className={classes.chart}
      viewBox={`0 0 ${pairs.length * step} ${height}`}
      preserveAspectRatio="none"
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onShow(undefined)}
      onBlur={() => onShow(undefined)}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      {pairs.map((pair, at) => (
        <PairOfBars
          key={pair.key}
          pair={pair}
          at={at}
          scale={height / most}
          isEntered={at === entered}
          onShow={() => onShow(at)}
          onFocus={() => {
            setEntered(at);
            onShow(at);
          }}
        />
      ))}
    </svg>
  );
}

function PairOfBars({
  pair,
  at,
  scale,
  isEntered,
  onShow,
  onFocus,
}: {
  pair: Pair;
  at: number;
  scale: number;
  isEntered: boolean;
  onShow: () => void;
  onFocus: () => void;
}) {
  const href = useHref(pair.to);
  const onClick = useLinkClickHandler<SVGAElement>(pair.to);
  const left = at * step;
  // What is more than nothing can be seen, however little it is.
  const tall = (count: number) => (count === 0 ? 0 : Math.max(count * scale, 2));
  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') onShow();
  };
  return (
    <a
      className={classes.pair}
      href={href}
      aria-label={pair.text}
      tabIndex={isEntered ? 0 : -1}
      onClick={(event) => onClick(event as never)}
      onPointerEnter={onPointerEnter}
      onFocus={onFocus}
    >
      <rect className={classes.ground} x={left} y={0} width={step} height={height} />
      <rect
        className={classes.first}
        {...{ x: left + 3, y: height - tall(pair.first), width: bar, height: tall(pair.first) }}
      />
      <rect
        className={classes.second}
        {...{ x: left + 13, y: height - tall(pair.second), width: bar, height: tall(pair.second) }}
      />
    </a>
  );
}

function Legend({ legend: [first, second] }: { legend: readonly [string, string] }) {
  return (
    <>
      <span className={classes.sign} data-of="first">
        {first}
      </span>
      <span className={classes.sign} data-of="second">
        {second}
      </span>
    </>
  );
}
