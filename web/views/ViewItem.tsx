import { ActionIcon } from '@mantine/core';
import { IconCheck, IconDots, IconUsersGroup } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { View } from '#contract/views.ts';
import { ViewDeeds } from './ViewDeeds.tsx';
import classes from './Views.module.css';
import { viewMessages } from './view-text.ts';

/** A view as a link; its owner can change it below. */
export function ViewItem({
  view,
  isOpen,
  query,
  onOpen,
}: {
  view: View;
  isOpen: boolean;
  query: string;
  onOpen: () => void;
}) {
  const [changing, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const done = () => {
    setChanging(false);
    button.current?.focus();
  };
  return (
    <li>
      <div className={classes.view}>
        <Link
          className={classes.link}
          to={`/leads?${view.query}`}
          aria-current={isOpen || undefined}
          onClick={onOpen}
        >
          <span className={classes.check}>
            {isOpen && <IconCheck size={16} aria-hidden="true" />}
          </span>
          <span className={classes.name} dir="auto" title={view.name}>
            {view.name}
          </span>
          {view.shared && view.own && (
            <IconUsersGroup size={16} stroke={1.75} aria-label={viewMessages.sharedWithAll} />
          )}
        </Link>
        {view.own && (
          <ActionIcon
            ref={button}
            aria-label={`Change view ${view.name}`}
            title="Change view"
            aria-expanded={changing}
            onClick={() => setChanging(!changing)}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      {changing && <ViewDeeds view={view} isOpen={isOpen} query={query} onDone={done} />}
    </li>
  );
}
