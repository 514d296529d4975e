export type Option = {
  value: string;
  label: string;
  displayOrder: number;
  hidden: boolean;
  description?: string | undefined;
};
export type Group = { name: string; label: string; displayOrder: number; archived: boolean };
export type Property = {
  name: string;
  label: string;
  description: string;
  type: string;
  fieldType: string;
  groupName: string;
  options: Option[];
  displayOrder: number;
  calculated: boolean;
  externalOptions: boolean;
  hasUniqueValue: boolean;
  hidden: boolean;
  hubspotDefined: boolean;
  formField: boolean;
  archived: boolean;
  createdAt: number;
  updatedAt: number;
  modificationMetadata: {
    archivable: boolean;
    readOnlyDefinition: boolean;
    readOnlyOptions: boolean;
    readOnlyValue: boolean;
  };
};

export type Times = { archived: boolean; createdAt: number; updatedAt: number };
export type Stage = Times & {
  id: string;
  label: string;
  displayOrder: number;
  metadata: Record<string, string>;
};
export type Pipeline = Times & {
  id: string;
  label: string;
  displayOrder: number;
  stages: Stage[];
};
