import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';

/** spec §2: the two buttons at the top of the dashboard and of the leads list. */
export function LeadActions() {
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to="/leads/upload"
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
      >
        Upload Leads
      </Button>
      <Button
        component={Link}
        to="/leads/add"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
      >
        Add Lead
      </Button>
    </>
  );
}
