import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../src/shell/index.js";

const place = { cwd: "/home/ada/engine", home: "/home/ada" };
const decisionOn = (command: string) => judgeCommand(command, place).decision;

describe("deleting what a service stores", () => {
  it.each([
    "aws rds delete-db-instance --db-instance-identifier orders",
    "aws --region eu-west-1 ec2 terminate-instances --instance-ids i-1",
    "gcloud compute instances delete web --zone europe-west1-b",
    "az vm delete --resource-group shop --name web",
    "doctl compute droplet delete web",
    "vault secrets disable kv",
    "kubectl delete deployment web",
    "kubectl --context prod delete -f web.yaml",
    "helm uninstall shop",
    "terraform destroy",
    "pulumi down",
    "gh release delete v1",
    "gh api -X DELETE /repos/ada/engine",
    "curl -X DELETE https://api.example.com/orders/1",
    "npm unpublish engine@1.0.0",
    "bundle exec rake db:schema:load",
    "bin/rails db:drop",
    "php artisan migrate:fresh",
    "uv run manage.py flush",
    "yarn prisma migrate reset",
    "dotnet ef database drop",
    "restic forget --keep-last 3",
    "op item delete engine",
    "docker compose exec -T web rails db:drop",
    "docker-compose rm -fsv",
    "mix do ecto.drop, ecto.create",
    "mvn flyway:clean",
    "kubectl delete pods,services -l app=web",
  ])("is a question: %s", (command) => expect(decisionOn(command)).toBe("ask"));

  it.each([
    "az group delete --name shop --yes",
    "gcloud sql instances delete orders --quiet",
    "aws rds delete-db-instance --db-instance-identifier orders --skip-final-snapshot",
    "kubectl delete namespace shop",
    "kubectl delete pods --all",
    "fly apps destroy engine -y",
    "heroku apps:destroy engine --confirm engine",
    "gh repo delete ada/engine --yes",
    "prisma db push --accept-data-loss",
    "python3 manage.py flush --no-input",
    "dropdb orders",
    "redis-cli -h cache.example.com FLUSHALL",
    "cqlsh -e 'DROP KEYSPACE orders'",
    "mongosh --eval 'db.dropDatabase()'",
    "docker compose --env-file dev.env down --volumes",
  ])("without a question, or of very much, is denied: %s", (command) => expect(decisionOn(command)).toBe("deny"));

  it.each([
    "aws ec2 describe-instances",
    "gcloud compute instances list --filter delete",
    "az vm delete --help",
    "vault read -help",
    "kubectl delete namespace shop --dry-run=client",
    "docker compose --dry-run down -v",
    "docker compose down --volumes=false",
    "kubectl delete pod web-1",
    "kubectl config delete-context shop",
    "helm repo remove shop",
    "gh alias delete co",
    "gcloud config configurations delete old",
    "RAILS_ENV=test rails db:drop db:create",
    "rails destroy model order",
    "npm uninstall left-pad",
    "terraform plan -destroy",
    "curl -X DELETE http://localhost:3000/orders/1",
  ])("is not what this does: %s", (command) => expect(decisionOn(command)).toBe("allow"));

  it("is judged by what runs, and not by words that belong to another option", () => {
    expect(decisionOn("kubectl delete namespace shop --context --dry-run=client")).toBe("deny");
    expect(decisionOn("kubectl delete namespace shop --dry-run=none")).toBe("deny");
    expect(decisionOn("docker exec db sh -c 'rm -rf /' --help")).not.toBe("allow");
  });
});
