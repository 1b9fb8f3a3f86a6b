import { type Rows, rowsFor } from "./row.js";

/** An option with a letter such as `-f` names a file there. */
const LONG_ONLY = /^(?:-y|--yes|--force|--now|--grace-period=0|--no-prompt|--auto-approve|--confirm)$/;
const ALL_DATA =
  "ns|namespace|namespaces|pv|pvc|persistentvolume|persistentvolumes|persistentvolumeclaim|persistentvolumeclaims|crd|crds|" +
  "customresourcedefinition|customresourcedefinitions|project|projects";

/** Programs that run clusters, containers and machines. */
export const clusters: Rows = {
  ...rowsFor("kubectl oc", {
    deletes: {
      also: ["drain --delete-emptydir-data|--delete-local-data", "replace --force"],
      except: ["delete pod|pods|po|job|jobs|event|events|lease|leases", "config *"],
      wide: [`delete ${ALL_DATA}`, "delete --all|-A|--all-namespaces"],
      forced: LONG_ONLY,
    },
    prints: /\s(?:get secrets?\b.*(?:-o|--output)\b|config view\b.*--raw|create token\b)/,
  }),
  ...rowsFor("helm helmfile", {
    deletes: { also: ["uninstall|un"], except: ["repo *", "plugin *"], forced: LONG_ONLY },
  }),
  ...rowsFor("argocd flux istioctl velero linkerd rancher crossplane", { deletes: { also: ["uninstall"] } }),
  ...rowsFor("kubeadm k0s k0sctl rke rke2", { deletes: { also: ["reset", "remove"] } }),
  nomad: { deletes: { also: ["job stop -purge|--purge", "stop -purge|--purge"] } },
  consul: { deletes: { also: ["leave"] } },
  ...rowsFor("juju talosctl", { deletes: { also: ["reset"] } }),
  // Clusters on this machine, for development.
  ...rowsFor("kind k3d minikube colima limactl", {}),
  ...rowsFor("docker podman nerdctl finch", {
    deletes: {
      commands: [
        "secret|config|service|stack rm|remove",
        "swarm leave",
        "pod|machine rm",
        "system reset",
        "compose rm -v",
      ],
      wide: [
        "volume rm|remove|prune",
        "system prune --volumes|-a|--all",
        "compose down -v|--volumes",
        "stack down -v|--volumes",
      ],
      forced: /^(?:-f|--force|-y|--yes)$/,
    },
    // Variables of a running container are often secrets.
    prints: /\s(?:compose|docker-compose)\b.*\sconfig\b.*--environment/,
  }),
  ...rowsFor("docker-compose podman-compose", {
    deletes: { commands: ["rm -v|--volumes"], wide: ["down -v|--volumes"], forced: /^$/ },
  }),
  ...rowsFor("vagrant lxc incus multipass prlctl", { deletes: {} }),
  virsh: { deletes: { commands: ["undefine", "vol-delete|vol-wipe", "pool-delete|pool-undefine", "snapshot-delete"] } },
  vboxmanage: {
    deletes: { commands: ["unregistervm --delete|--delete-all", "closemedium --delete", "snapshot * delete"] },
  },
  etcdctl: { deletes: { wide: ["del --prefix|--from-key"] } },
};
